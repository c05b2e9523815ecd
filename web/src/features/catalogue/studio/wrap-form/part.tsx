import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Term, TermNote } from "../../../../ui/format/term-note.tsx";

/** Sections of the form in display order. */
export const parts = [
  "basics",
  "artwork",
  "albums",
  "credits",
  "dates",
  "owners",
  "dsps",
  "tags",
  "lyrics",
] as const;
export type PartName = (typeof parts)[number];

/** The terms that sections use. */
const terms: Partial<Record<PartName, Term>> = { albums: "isrc", owners: "split" };

/** A section of the form: heading, introduction and fields. */
export function Part({ name, children }: { name: PartName; children: ReactNode }) {
  const { t } = useTranslation();
  const term = terms[name];
  return (
    <section className="form-part" aria-labelledby={partId(name)}>
      <h2 id={partId(name)} className="head" tabIndex={-1}>
        {t(`wrapForm.${name}.title`)}
      </h2>
      <p className="small dim form-part-text">{t(`wrapForm.${name}.text`)}</p>
      {term === undefined ? null : <TermNote term={term} />}
      {children}
    </section>
  );
}

export function partId(name: PartName): string {
  return `part-${name}`;
}
