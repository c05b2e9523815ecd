import { useTranslation } from "react-i18next";

export type Term = "wnft" | "iswc" | "isrc" | "split";

/** Explains a term of the trade in one visible sentence, where the term appears. */
export function TermNote({ term }: { term: Term }) {
  const { t } = useTranslation();
  return <p className="small dim term-note">{t(`term.${term}`)}</p>;
}
