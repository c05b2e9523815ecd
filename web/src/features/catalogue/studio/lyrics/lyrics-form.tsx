import { useMutation } from "@tanstack/react-query";
import { parseLyrics } from "@wrapsody/shared/catalogue/lrc.ts";
import { type OwnSong, type OwnSongAnswer, patchSong } from "@wrapsody/shared/studio/studio.ts";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../../lib/api/api-fetch.ts";
import { useDraftValues } from "../../../../lib/drafts/use-draft-values.ts";
import { DraftNotice } from "../../../../ui/forms/draft-notice.tsx";
import { SaveBar } from "../../../../ui/forms/save-bar.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { FormFailure } from "../../../accounts/index.ts";
import { studioErrorText } from "../error-messages.ts";
import { useSongChanged } from "../manage/own-song.ts";
import { LineTimer } from "./line-timer.tsx";
import { LyricsSection, type LyricsValue } from "./lyrics-section.tsx";

/** For responses of nodes of the previous version. */
const noLyrics: OwnSongAnswer["lyrics"] = { text: null, language: null, from_file: false };

type Props = {
  song: OwnSong;
  lyrics: OwnSongAnswer["lyrics"];
  defaultLanguage: string | null;
  /** Peaks of the recording, for the player. */
  peaks: number[];
};

/** Lyrics of a wrap on its manage page, saved by a button of their own. */
export function LyricsForm({ song, lyrics = noLyrics, defaultLanguage, peaks }: Props) {
  const { t } = useTranslation();
  const stored: LyricsValue = { text: lyrics.text ?? "", language: lyrics.language ?? "" };
  const { draft, value, edit, discard, submit, busy, saved, failure } = useLyricsChange(song, stored);
  const changes = Number(value.text !== stored.text) + Number(value.language !== stored.language);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure !== undefined) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [failure]);
  const problems = Object.fromEntries((failure?.errors ?? []).map(({ field, message }) => [field, message]));
  return (
    <Section title={t("lyrics.title")}>
      <form
        ref={form}
        className="manage-form"
        noValidate
        aria-label={t("lyrics.title")}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {changes > 0 ? <DraftNotice draft={draft} /> : null}
        {lyrics.from_file && value.text === stored.text ? (
          <p className="small">{t("lyrics.fromFile")}</p>
        ) : null}
        <LyricsSection
          value={value}
          onChange={edit}
          problem={studioErrorText(t, problems.lyrics)}
          languageProblem={studioErrorText(t, problems.lyrics_language)}
          defaultLanguage={defaultLanguage}
          fileName={song.pretty_id}
        />
        {song.audio_uri === null || !canBeTimed(value.text) ? null : (
          <LineTimer song={song} peaks={peaks} text={value.text} onText={(text) => edit({ text })} />
        )}
        <SaveBar
          changes={changes}
          busy={busy}
          label={t(busy ? "lyrics.busy" : "lyrics.update")}
          saved={saved ? t("lyrics.saved") : undefined}
          onDiscard={discard}
        >
          {failure !== undefined && failure.errors.length === 0 ? (
            <FormFailure
              failure={failure}
              otherwise={failure.code === "E0001" ? "manage.refused.deleted" : "errors.unknown"}
            />
          ) : null}
        </SaveBar>
      </form>
    </Section>
  );
}

/** Setting a time rewrites the text and would drop lines that cannot be read. */
function canBeTimed(text: string): boolean {
  const { lines, problems } = parseLyrics(text);
  return lines.length > 0 && problems.length === 0;
}

/** Edits a copy of the stored lyrics, which survives a reload. Sends the text as it is, because a form would change its line ends. */
function useLyricsChange(song: OwnSong, stored: LyricsValue) {
  const changed = useSongChanged();
  const draft = useDraftValues(`lyrics-${song.id}`);
  const [saved, setSaved] = useState(false);
  const value: LyricsValue = { ...stored, ...draft.values };
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (sent: LyricsValue) => {
      await apiFetch(patchSong, {
        params: { id: String(song.id) },
        body: { lyrics: sent.text, lyrics_language: sent.language },
      });
      await changed(song.id);
      return sent;
    },
    onSuccess(sent) {
      // Text typed since then stays and is unsaved.
      const { text, language } = latest.current;
      if (text !== sent.text || language !== sent.language) return;
      draft.clear();
      setSaved(true);
    },
  });
  return {
    draft,
    value,
    edit(change: Partial<LyricsValue>) {
      draft.change(change);
      setSaved(false);
      reset();
    },
    discard() {
      draft.clear();
      reset();
    },
    submit() {
      if (!isPending) mutate(value);
    },
    busy: isPending,
    saved,
    failure: error instanceof ApiError ? error : undefined,
  };
}
