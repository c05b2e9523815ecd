import { importTexts } from "@wrapsody/shared/studio/imports.ts";
import type { TFunction } from "i18next";
import FileUp from "lucide-react/icons/file-up";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { toPageLanguage } from "../../lib/api/translated-messages.ts";
import { FileButton, useFileDrop } from "../../ui/forms/file-input.tsx";
import type { ImportState } from "./use-import.ts";

type Choosing = Extract<ImportState, { step: "choosing" }>;
type Props = {
  invited: boolean;
  state: Choosing;
  choose(file: File | undefined, invited: boolean): void;
  restart(): void;
  /** Options above the buttons. */
  children: ReactNode;
};

/** Chooses or drops the file. Readers without an invitation can only choose one. */
export function FileChoice({ invited, state: { file, problem }, choose, restart, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { field, over } = useFileDrop(([dropped]) => choose(dropped, invited));
  const isBlank = file === undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        choose(file, invited);
      }}
    >
      <div
        ref={field}
        className={`f import-file${over ? " over" : ""}${problem === undefined ? "" : " err"}`}
      >
        <span className="lab">{t("imports.file.label")}</span>
        <div className="import-file-in">
          <FileButton
            className={invited ? "btn go" : "btn"}
            name="tsvImport"
            accept=".tsv,.zip,text/tab-separated-values,application/zip"
            aria-label={`${t("imports.file.label")}: ${t("imports.file.choose")}`}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={`${id}-rule ${id}-problem`}
            onFiles={([chosen]) => choose(chosen, invited)}
          >
            <span>{t(file === undefined ? "imports.file.choose" : "imports.file.another")}</span>
            <FileUp className="i" aria-hidden="true" />
          </FileButton>
          <p id={`${id}-rule`} className="meta dim">
            {t("imports.file.rule")}
          </p>
          {file === undefined ? null : <p className="b import-name">{file.name}</p>}
        </div>
        <p id={`${id}-problem`} className="msg" role="alert">
          {problem === undefined ? null : (
            <>
              <TriangleAlert className="i" aria-hidden="true" /> <span>{fileErrorText(t, problem)}</span>
            </>
          )}
        </p>
      </div>
      {children}
      <div className="row import-buttons">
        <button
          type="submit"
          className="btn"
          disabled={!invited}
          aria-disabled={isBlank || undefined}
          aria-describedby={`${id}-next`}
        >
          {t(invited ? "imports.check" : "imports.soon")}
        </button>
        <button type="button" className="btn" aria-disabled={isBlank || undefined} onClick={restart}>
          {t("imports.restart")} <RotateCcw className="i" aria-hidden="true" />
        </button>
        <p id={`${id}-next`} className="small dim">
          {invited ? (isBlank ? t("imports.file.first") : null) : t("imports.notInvited")}
        </p>
      </div>
    </form>
  );
}

/** Text keys of what the page itself says about a file. */
const keys: Readonly<Record<string, string>> = {
  [importTexts.noFile]: "imports.problem.noFile",
  [importTexts.notTsv]: "imports.problem.notTsv",
  [importTexts.tooLarge]: "imports.problem.tooLarge",
  [importTexts.archiveTooLarge]: "imports.problem.archiveTooLarge",
};

function fileErrorText(t: TFunction, problem: string): string {
  const key = keys[problem];
  return key === undefined ? toPageLanguage(problem) : t(key);
}
