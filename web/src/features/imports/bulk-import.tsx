import { getImportAccess, type ImportKind, type RecentImport } from "@wrapsody/shared/studio/imports.ts";
import { type RefObject, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { QueryState, useAuthedQuery } from "../accounts/index.ts";
import { FileChoice } from "./file-choice.tsx";
import { ImportInterrupted } from "./import-interrupted.tsx";
import { ImportResult } from "./import-result.tsx";
import { ImportRunning } from "./import-running.tsx";
import { RecentImports } from "./recent-imports.tsx";
import { Template } from "./template.tsx";
import { useImport } from "./use-import.ts";
import "./imports.css";

/** Imports artists or songs from a file, first as a dry run. */
export function BulkImport({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation();
  const access = useAuthedQuery(getImportAccess);
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t(`imports.${kind}.title`)}</h1>
          <p className="small dim import-lead">{t(`imports.${kind}.lead`)}</p>
        </div>
        <ul className="row small dim">
          <li>{t("imports.beta")}</li>
          <li>{t("imports.invitationOnly")}</li>
        </ul>
      </header>
      <div className="imports in-order">
        {access.data === undefined ? (
          <QueryState error={access.error} refetch={access.refetch} rows={3} height="6rem" />
        ) : (
          <Importing kind={kind} invited={access.data.invited} recent={importsOf(kind, access.data)} />
        )}
        <Template kind={kind} />
        {kind === "SONGS" ? (
          <p className="small">
            {t("imports.SONGS.artistsFirst")}{" "}
            <Link className="u" to={paths.createArtists}>
              {t("imports.ARTISTS.title")}
            </Link>
          </p>
        ) : null}
      </div>
    </>
  );
}

/** Nodes of the previous version name no imports. */
function importsOf(kind: ImportKind, { recent = [] }: { recent?: readonly RecentImport[] }): RecentImport[] {
  return recent.filter((each) => each.kind === kind);
}

type ImportingProps = { kind: ImportKind; invited: boolean; recent: readonly RecentImport[] };

function Importing({ kind, invited, recent }: ImportingProps) {
  const { t } = useTranslation();
  const { state, update, setUpdate, choose, run, retry, restart } = useImport(kind);
  const place = useFocusOnStep(state.step);
  return (
    <section ref={place} className="import-now" tabIndex={-1} aria-label={t("imports.file.label")}>
      {state.step === "choosing" ? (
        <>
          <FileChoice invited={invited} state={state} choose={choose} restart={restart}>
            {kind === "SONGS" && invited ? <UpdateChoice checked={update} onChange={setUpdate} /> : null}
          </FileChoice>
          <RecentImports imports={recent} />
        </>
      ) : state.step === "sending" ? (
        <ImportRunning state={state} kind={kind} />
      ) : state.step === "interrupted" ? (
        <ImportInterrupted state={state} retry={retry} restart={restart} />
      ) : (
        <ImportResult kind={kind} state={state} run={run} restart={restart} />
      )}
    </section>
  );
}

/** Chooses whether rows change the wraps that they name. */
function UpdateChoice({ checked, onChange }: { checked: boolean; onChange(checked: boolean): void }) {
  const { t } = useTranslation();
  const hint = useId();
  return (
    <div className="import-update">
      <label>
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={hint}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{t("imports.update.label")}</span>
      </label>
      <p id={hint} className="small dim">
        {t("imports.update.hint")}
      </p>
    </div>
  );
}

/** Moves the focus to the section of the new step, because the pressed button was removed. */
function useFocusOnStep(step: string): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    place.current?.focus({ preventScroll: true });
    if ((place.current?.getBoundingClientRect().top ?? 0) < 0) place.current?.scrollIntoView();
  }, [step]);
  return place;
}
