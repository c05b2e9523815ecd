import { deleteImport, type ImportAnswer, type ImportKind } from "@wrapsody/shared/studio/imports.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { saveTsv } from "../../lib/files/save-file.ts";
import { paths } from "../../paths.ts";
import { formatCount } from "../../ui/format/format.ts";
import { EmptySection, Section } from "../../ui/layout/section.tsx";
import { Permitted } from "../accounts/index.ts";
import { AppliedChanges } from "./applied-changes.tsx";
import { ChangeList } from "./change-list.tsx";
import { ErrorList } from "./error-list.tsx";
import { RowList } from "./row-list.tsx";
import { UndoImport } from "./undo-import.tsx";
import type { ImportState } from "./use-import.ts";

type Result = Extract<ImportState, { step: "checked" | "done" }>;
type Props = { kind: ImportKind; state: Result; run(file: File): void; restart(): void };

/** Shows what the import saves and rejects, and the next step. */
export function ImportResult({ kind, state, run, restart }: Props) {
  const { t } = useTranslation();
  const { answer, file, step } = state;
  return (
    <>
      <p className="b import-name">{file.name}</p>
      <p className="lead" role="status">
        {t(step === "done" ? "imports.result.done" : "imports.result.checked")}
      </p>
      <Numbers answer={answer} update={state.update} />
      <div className="row import-buttons">
        {step === "done" ? (
          <AfterImport kind={kind} restart={restart}>
            {answer.changed.length > 0 || answer.saved.some(({ existing }) => !existing) ? (
              <Permitted call={deleteImport}>
                <UndoImport kind={kind} id={state.key} changes={answer.changed.length} />
              </Permitted>
            ) : null}
          </AfterImport>
        ) : (
          <BeforeImport kind={kind} answer={answer} run={() => run(file)} restart={restart} />
        )}
        <Failures answer={answer} name={file.name} />
      </div>
      {step === "done" && answer.changed.length > 0 ? <AppliedChanges id={state.key} /> : null}
      <Lists kind={kind} answer={answer} />
    </>
  );
}

type NumbersProps = { answer: ImportAnswer; update: boolean };

function Numbers({ answer: { saved, changed, notSaved, errors, dry_run }, update }: NumbersProps) {
  const { t, i18n } = useTranslation();
  const existing = saved.filter((row) => row.existing).length;
  const warnings = errors.filter(({ code }) => code === "WARNING").length;
  const numbers = [
    [dry_run ? "new" : "saved", saved.length - existing],
    ...(update ? ([["changed", changed.length]] as const) : []),
    [update ? "unchanged" : "existing", existing],
    ["notSaved", notSaved.length],
    ["errors", errors.length - warnings],
    ["warnings", warnings],
  ] as const;
  return (
    <dl className="kv import-numbers">
      {numbers.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`imports.numbers.${name}`)}</dt>
          <dd className={value === 0 ? "no dim" : "no"}>{formatCount(value, i18n.language)}</dd>
        </div>
      ))}
    </dl>
  );
}

type Before = { kind: ImportKind; answer: ImportAnswer; run(): void; restart(): void };

function BeforeImport({ kind, answer, run, restart }: Before) {
  const { t, i18n } = useTranslation();
  const rows = answer.saved.filter(({ existing }) => !existing).length + answer.changed.length;
  return (
    <>
      {rows === 0 ? (
        <p className="b">{t("imports.result.nothingNew")}</p>
      ) : (
        <button type="button" className="btn go" onClick={run}>
          {t(`imports.${kind}.run`, { count: rows, total: formatCount(rows, i18n.language) })}{" "}
          <ArrowRight className="i" aria-hidden="true" />
        </button>
      )}
      <button type="button" className="btn" onClick={restart}>
        {t("imports.restart")}
      </button>
    </>
  );
}

type After = { kind: ImportKind; restart(): void; children: ReactNode };

function AfterImport({ kind, restart, children }: After) {
  const { t } = useTranslation();
  return (
    <>
      <Link className="btn go" to={kind === "SONGS" ? paths.myWraps({ status: "DRAFT" }) : paths.myArtists()}>
        {t(`imports.${kind}.continue`)} <ArrowRight className="i" aria-hidden="true" />
      </Link>
      <button type="button" className="btn" onClick={restart}>
        {t("imports.tryAgain")}
      </button>
      {children}
    </>
  );
}

function Failures({ answer: { failures }, name }: { answer: ImportAnswer; name: string }) {
  const { t } = useTranslation();
  if (failures === "") return null;
  const download = () =>
    saveTsv(name.replace(/(\.tsv)?$/i, `-${t("imports.result.failuresName")}.tsv`), failures);
  return (
    <button type="button" className="btn" onClick={download}>
      {t("imports.result.failures")} <Download className="i" aria-hidden="true" />
    </button>
  );
}

function Lists({
  kind,
  answer: { errors, saved, changed, notSaved, dry_run },
}: {
  kind: ImportKind;
  answer: ImportAnswer;
}) {
  const { t } = useTranslation();
  const when = dry_run ? "would" : "did";
  return (
    <>
      <Section title={t("imports.result.errors")}>
        {errors.length === 0 ? (
          <EmptySection>{t("imports.result.noErrors")}</EmptySection>
        ) : (
          <ErrorList errors={errors} label={t("imports.result.errors")} />
        )}
      </Section>
      {changed.length === 0 ? null : (
        <Section title={t("imports.update.changes")}>
          <ChangeList rows={changed} label={t("imports.update.changes")} />
        </Section>
      )}
      <Section title={t(`imports.${kind}.${when}Save`)}>
        {saved.length === 0 ? (
          <EmptySection>{t("imports.result.none")}</EmptySection>
        ) : (
          <RowList kind={kind} rows={saved} label={t(`imports.${kind}.${when}Save`)} />
        )}
      </Section>
      <Section title={t(`imports.${kind}.${when}NotSave`)}>
        {notSaved.length === 0 ? (
          <EmptySection>{t("imports.result.none")}</EmptySection>
        ) : (
          <RowList kind={kind} rows={notSaved} label={t(`imports.${kind}.${when}NotSave`)} />
        )}
      </Section>
    </>
  );
}
