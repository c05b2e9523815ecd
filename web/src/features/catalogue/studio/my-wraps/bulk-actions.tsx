import { useMutation } from "@tanstack/react-query";
import type { ErrorCode } from "@wrapsody/shared/api/errors.ts";
import { type BulkAction, bulkLimits, postSongActions } from "@wrapsody/shared/studio/bulk-actions.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../../lib/api/api-fetch.ts";
import { type DraftValues, useDraftValues } from "../../../../lib/drafts/use-draft-values.ts";
import { ConfirmButton, errorKey, Permitted } from "../../../accounts/index.ts";
import { useRejectionText, useSongChanged } from "../manage/own-song.ts";
import "./bulk-actions.css";

type Outcome = { action: BulkAction; done: number; failed: { song: OwnSong; reason: string }[] };
type BulkActionsProps = {
  /** The selected wraps. */
  songs: readonly OwnSong[];
  /** All wraps of the page. */
  page: readonly OwnSong[];
  select(ids: ReadonlySet<number>): void;
};

/** Submits, hides, tags or deletes the selected wraps, and reports what failed. Failed wraps stay selected. */
export function BulkActions({ songs, page, select }: BulkActionsProps) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome>();
  const draft = useDraftValues("bulk-tag");
  const apply = useBulkAction(songs, (result) => {
    setOutcome(result);
    select(new Set(result.failed.map(({ song }) => song.id)));
  });
  const { mutate, isPending, error } = useMutation({ mutationFn: apply });
  const count = songs.length;
  const isAll = count > 0 && count === page.length;
  const run = (action: BulkAction, tag?: string) => {
    if (isPending || count === 0) return;
    mutate({ action, tag }, tag === undefined ? {} : { onSuccess: draft.clear });
  };
  return (
    <section className="bulk" aria-label={t("manage.bulk.title")}>
      <div className="bulk-bar">
        <label className="bulk-all">
          <input
            type="checkbox"
            checked={isAll}
            ref={(box) => {
              if (box !== null) box.indeterminate = count > 0 && !isAll;
            }}
            onChange={() => select(new Set(isAll ? [] : page.map(({ id }) => id)))}
          />
          <span className="small">
            {count === 0 ? t("manage.bulk.all") : t("manage.bulk.selected", { count })}
          </span>
        </label>
        {count === 0 ? null : (
          <div className="bulk-do">
            <button
              type="button"
              className="btn s"
              aria-disabled={isPending || undefined}
              onClick={() => run("SUBMIT")}
            >
              {t("manage.bulk.SUBMIT.action")}
            </button>
            <button
              type="button"
              className="btn s"
              aria-disabled={isPending || undefined}
              onClick={() => run("HIDE")}
            >
              {t("manage.bulk.HIDE.action")}
            </button>
            <TagForm draft={draft} busy={isPending} add={(tag) => run("TAG", tag)} />
            <Permitted call={postSongActions} body={{ action: "DELETE" }} quiet>
              <ConfirmButton
                className="btn s bad"
                label={t("manage.bulk.DELETE.action")}
                title={t("manage.bulk.deleteTitle", { count })}
                text={
                  <>
                    <p>{t("manage.bulk.deleteText")}</p>
                    <p className="small">{songs.map(({ name }) => name).join(" · ")}</p>
                  </>
                }
                confirm={t("manage.bulk.DELETE.action")}
                run={() => apply({ action: "DELETE" })}
              />
            </Permitted>
          </div>
        )}
      </div>
      <p className="small" role="status">
        {isPending
          ? t("manage.bulk.busy", { count })
          : outcome === undefined || outcome.done === 0
            ? ""
            : t(`manage.bulk.${outcome.action}.done`, { count: outcome.done })}
      </p>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(error))}
        </p>
      )}
      {outcome === undefined || outcome.failed.length === 0 ? null : (
        <div role="alert">
          <p className="msg">{t("manage.bulk.failed", { count: outcome.failed.length })}</p>
          <ul className="small">
            {outcome.failed.map(({ song, reason }) => (
              <li key={song.id}>
                <span className="b">{song.name}</span> {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

type TagFormProps = { draft: DraftValues; busy: boolean; add(tag: string): void };

function TagForm({ draft, busy, add }: TagFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const { tag = "" } = draft.values;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && tag.trim() !== "") add(tag);
  };
  return (
    <form className="bulk-tag" onSubmit={submit}>
      <label className="vh" htmlFor={id}>
        {t("manage.bulk.tag")}
      </label>
      <input
        id={id}
        value={tag}
        readOnly={busy}
        maxLength={bulkLimits.tag}
        placeholder={t("manage.bulk.tag")}
        autoComplete="off"
        onChange={({ target }) => draft.change({ tag: target.value })}
      />
      <button type="submit" className="btn s" aria-disabled={busy || tag.trim() === "" || undefined}>
        {t("manage.bulk.TAG.action")}
      </button>
    </form>
  );
}

function useBulkAction(songs: readonly OwnSong[], onEnd: (outcome: Outcome) => void) {
  const changed = useSongChanged();
  const explain = useRejectionText();
  return async ({ action, tag }: { action: BulkAction; tag?: string | undefined }) => {
    const ids = songs.map(({ id }) => id);
    const { results } = await apiFetch(postSongActions, {
      body: { ids, action, ...(tag === undefined ? {} : { tag }) },
    });
    const failed = results.flatMap(({ id, problem }) => {
      const song = songs.find((candidate) => candidate.id === id);
      if (song === undefined || problem === null) return [];
      const { code, message } = problem;
      const reason = explain(new ApiError(409, { code: code as ErrorCode, message, errors: [] }));
      return [{ song, reason }];
    });
    await changed(...ids);
    // The next action is accepted once the outcome of this one is shown.
    onEnd({ action, done: results.length - failed.length, failed });
  };
}
