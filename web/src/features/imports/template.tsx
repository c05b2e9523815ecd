import { cellForms, importTemplates } from "@wrapsody/shared/studio/import-rows.ts";
import { type ImportKind, importColumns } from "@wrapsody/shared/studio/imports.ts";
import Download from "lucide-react/icons/download";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { saveTsv } from "../../lib/files/save-file.ts";
import { TermNote } from "../../ui/format/term-note.tsx";
import { DisclosureButton } from "../../ui/layout/disclosure.tsx";
import { Section } from "../../ui/layout/section.tsx";

const needed: Readonly<Record<ImportKind, readonly string[]>> = {
  ARTISTS: ["name", "description"],
  SONGS: ["artist", "title"],
};

const forms: Readonly<Record<string, string>> = {
  ...cellForms,
  iswc: "T-034.524.680-1",
  isrc: "GB-AYE-26-00123",
  artwork: "low-tide.jpg",
  duration: "00:03:45",
  release_date: "2026-03-01",
  languages: "en, pt",
  genres: "Ambient; Piano",
  tags: "rainy; ferry",
  lyrics: "[00:12.50]Low tide\\n[00:16.00]high ledger",
  lyrics_language: "en, pt-BR",
  credited_artist: "Ada Lem & Jo Fen",
};

/** The terms that columns and problems of files use. */
const terms = { ARTISTS: [], SONGS: ["iswc", "isrc", "split"] } as const;

/** Template file, the terms of its columns, and the allowed values of each column. */
export function Template({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <Section title={t("imports.template.title")}>
      <p className="import-lead">{t(`imports.template.${kind}`)}</p>
      {terms[kind].map((term) => (
        <TermNote key={term} term={term} />
      ))}
      <div className="row import-buttons">
        <button
          type="button"
          className="btn"
          onClick={() => saveTsv(`wrapsody-${kind.toLowerCase()}.tsv`, importTemplates[kind])}
        >
          {t("imports.template.download")} <Download className="i" aria-hidden="true" />
        </button>
        <DisclosureButton
          id={id}
          open={open}
          className="btn"
          label={t("imports.template.cells")}
          onToggle={setOpen}
        />
      </div>
      <div id={id} hidden={!open}>
        <dl className="import-cells">
          {importColumns[kind].map((column) => (
            <div key={column}>
              <dt className="code-l">
                {column}
                {needed[kind].includes(column) ? (
                  <span className="dim"> {t("imports.template.needed")}</span>
                ) : null}
              </dt>
              <dd className="small">
                {t(`imports.cell.${kind}.${column}`)}
                {forms[column] === undefined ? null : (
                  <span className="code-l import-form">{forms[column]}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <p className="small dim import-lead">{t("imports.template.notes")}</p>
      </div>
    </Section>
  );
}
