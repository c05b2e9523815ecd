import { type OwnSong, type OwnSongAnswer, patchSong } from "@wrapsody/shared/studio/studio.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { validate } from "../../../../lib/forms/validate.ts";
import { SaveBar } from "../../../../ui/forms/save-bar.tsx";
import { FormFailure } from "../../../accounts/index.ts";
import { LyricsForm } from "../lyrics/lyrics-form.tsx";
import type { BasicField, Draft } from "../wrap-form/draft.ts";
import { countChanges } from "../wrap-form/draft-changes.ts";
import { SavedAt } from "../wrap-form/draft-notices.tsx";
import { toChangedPayload } from "../wrap-form/payload.ts";
import { toDraft } from "../wrap-form/song-draft.ts";
import { type DraftState, useDraft } from "../wrap-form/use-draft.ts";
import { useSubmit } from "../wrap-form/use-submit.ts";
import { WrapEditor } from "../wrap-form/wrap-editor.tsx";
import { DeleteWrap } from "./delete-wrap.tsx";
import { ListingSection } from "./listing-section.tsx";
import { useSongChanged } from "./own-song.ts";
import { Schedule } from "./schedule.tsx";
import { TokenState } from "./token-state.tsx";

type Props = OwnSongAnswer & { onStatusChange: (status: OwnSong["status"]) => void };

/** Everything that is typed about a wrap, its lyrics, token, listing and deletion. */
export function Basics({ onStatusChange, ...answer }: Props) {
  const { song, lyrics, detail } = answer;
  return (
    <>
      <EditWrap {...answer} />
      <LyricsForm song={song} lyrics={lyrics} defaultLanguage={detail.lyrics_language} peaks={detail.peaks} />
      <TokenState song={song} />
      <Schedule song={song} onStatusChange={onStatusChange} />
      <ListingSection song={song} onStatusChange={onStatusChange} />
      <DeleteWrap song={song} />
    </>
  );
}

/** Artwork, owners and lyrics have sections of their own. */
const editedParts = ["basics", "albums", "credits", "dates", "dsps", "tags"] as const;
const measuredFields: readonly BasicField[] = ["duration"];
const noFields: readonly BasicField[] = [];

/** Changes a wrap. Sends only what was changed, so that changes elsewhere stay. */
function EditWrap({ song, detail, genre_tags }: OwnSongAnswer) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const changed = useSongChanged();
  const isMeasured = song.audio_uri !== null;
  const stored = useMemo(() => toDraft({ song, detail, genre_tags }), [song, detail, genre_tags]);
  const draftState = useSongDraft(song.id, stored, isMeasured);
  const { draft, changes, autosave } = draftState;
  const [isSent, setSent] = useState(false);
  const sending = useSubmit({
    draft,
    schema: patchSong.body,
    check: (draft) => validate(patchSong.body, toChangedPayload(draft, changes)),
    send: (body) => apiFetch(patchSong, { params: { id: String(song.id) }, body }),
    onSuccess(_, sent) {
      draftState.continueFrom(sent);
      setSent(true);
      void changed(song.id);
    },
  });
  const { busy, failure } = sending;
  const titleOwner = useMemo(() => ({ artist: song.artist_id, song: song.id }), [song.artist_id, song.id]);
  const isTitleWaiting = song.changes.some(({ field }) => field === "TITLE");
  return (
    <div className="manage-edit">
      <WrapEditor
        label={t("manage.basics.title")}
        form={form}
        parts={editedParts}
        draftState={draftState}
        sending={sending}
        titleOwner={titleOwner}
        isMeasured={isMeasured}
        status={changes === undefined ? t("components.allSaved") : undefined}
      >
        <SaveBar
          changes={countChanges(changes)}
          busy={busy}
          label={t(busy ? "manage.basics.busy" : "manage.basics.update")}
          saved={
            isSent ? t(isTitleWaiting ? "manage.basics.savedWaiting" : "manage.basics.saved") : undefined
          }
          onDiscard={() => {
            draftState.startOver();
            sending.clearError({ type: "restart", draft });
          }}
        >
          <FormFailure
            failure={failure}
            otherwise={failure?.code === "E0001" ? "manage.refused.deleted" : "errors.unknown"}
          />
          {changes === undefined ? null : <SavedAt autosave={autosave} />}
        </SaveBar>
      </WrapEditor>
    </div>
  );
}

/** The draft of a stored wrap. It follows what changes elsewhere, such as in another tab. */
function useSongDraft(id: number, stored: Draft, isMeasured: boolean): DraftState {
  const fixed = isMeasured ? measuredFields : noFields;
  const draftState = useDraft({ name: `wrap-${id}`, initial: stored, fixed });
  const { follow } = draftState;
  useEffect(() => follow(stored), [follow, stored]);
  return draftState;
}
