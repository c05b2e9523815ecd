import { type OwnArtist, type OwnSong, postSong, studioTexts } from "@wrapsody/shared/studio/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { uploadFiles } from "../../../../lib/api/upload-files.ts";
import { validate } from "../../../../lib/forms/validate.ts";
import { UploadProgress } from "../../../../ui/forms/upload-progress.tsx";
import { emptyDraft } from "./draft.ts";
import { FailureNotice, SavedAt } from "./draft-notices.tsx";
import { parts } from "./part.tsx";
import { toPayload } from "./payload.ts";
import { useDraft } from "./use-draft.ts";
import { useSubmit } from "./use-submit.ts";
import { WrapEditor } from "./wrap-editor.tsx";

type WrapFormProps = { artist: OwnArtist; onCreated(song: OwnSong): void };

/** Form that adds a song to an artist. Repeats are idempotent. */
export function WrapForm({ artist, onCreated }: WrapFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [initial] = useState(emptyDraft);
  const titleOwner = useMemo(() => ({ artist: artist.id }), [artist.id]);
  const id = String(artist.id);
  const draftState = useDraft({ name: id, initial });
  const { draft, picture, callKey, autosave } = draftState;
  const image = picture.file;
  const sending = useSubmit({
    draft,
    schema: postSong.body,
    check(draft) {
      const missing = image === undefined ? [{ field: "image", message: studioTexts.noFile }] : [];
      return validate(postSong.body, toPayload(draft), missing);
    },
    send: (body, onProgress) =>
      uploadFiles(postSong, { params: { id }, body, files: { image }, key: callKey }, { onProgress }),
    onSuccess(song) {
      draftState.finish();
      onCreated(song);
    },
    onRefusal(error) {
      // The key has created a song already. The next submit creates another, and the page says so.
      if (error.code === "E0029") draftState.renewKey();
    },
  });
  const { busy, failure, progress } = sending;
  return (
    <WrapEditor
      label={t("wrapForm.title")}
      form={form}
      parts={parts}
      draftState={draftState}
      sending={sending}
      titleOwner={titleOwner}
      isNew
    >
      <div className="form-end">
        <FailureNotice failure={failure} />
        <div className="row">
          <button type="submit" className="btn go" aria-disabled={busy || undefined}>
            {t("wrapForm.send")} <ArrowRight className="i" aria-hidden="true" />
          </button>
          <SavedAt autosave={autosave} />
        </div>
        <UploadProgress sent={progress} busy={busy} />
      </div>
    </WrapEditor>
  );
}
