import { useMutation } from "@tanstack/react-query";
import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { type OwnSong, patchSongArt, studioTexts } from "@wrapsody/shared/studio/studio.ts";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { uploadFiles } from "../../../../lib/api/upload-files.ts";
import { useFormDraft } from "../../../../lib/drafts/use-form-draft.ts";
import { titleLength } from "../../../../ui/format/format.ts";
import { DraftNotice } from "../../../../ui/forms/draft-notice.tsx";
import { ambientStyle } from "../../../../ui/pictures/ambient.ts";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { PictureField } from "../../../../ui/pictures/picture-field.tsx";
import { useRejectionText, useSongChanged } from "./own-song.ts";
import { Progress } from "./progress.tsx";

/** Picture of the wrap, with a preview of its sleeve and a form to replace it. */
export function Artwork({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const draft = useFormDraft(`artwork-${song.id}`, form);
  const { picture } = draft;
  const { send, sent, busy, problem, failure, saved, forget } = useArtwork(song, draft.finish);
  const next = song.next_step === "ADD_ARTWORK";
  const isWaiting = song.changes.some(({ field }) => field === "ARTWORK");
  return (
    <form
      ref={form}
      className="manage-art"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(picture.file);
      }}
    >
      <DraftNotice draft={draft} onDiscard={draft.discard} />
      <PictureField
        key={picture.round}
        label={t("manage.art.label")}
        name="artwork"
        hint={t("manage.art.hint")}
        existing={song.image}
        wrongType={studioTexts.wrongImageOnManage}
        problem={problem}
        {...(picture.initial === undefined ? {} : { initial: picture.initial })}
        onChange={(chosen) => {
          picture.choose(chosen);
          if (chosen !== undefined) forget();
        }}
      />
      {busy ? (
        <Progress share={sent} name={t("manage.art.sending")} after={t("manage.art.composing")} />
      ) : null}
      {failure === undefined ? null : (
        <p className="msg" role="alert">
          {failure}
        </p>
      )}
      <div className="row manage-send">
        <button type="submit" className={next ? "btn go" : "btn solid"} aria-disabled={busy || undefined}>
          {t(song.image === null ? "manage.art.add" : "manage.art.replace")}
        </button>
        <p className="small" role="status">
          {saved ? t(isWaiting ? "manage.art.savedWaiting" : "manage.art.saved") : ""}
        </p>
      </div>
      {song.image === null ? null : <Sleeve song={song} />}
    </form>
  );
}

function useArtwork(song: OwnSong, onSuccess: () => void) {
  const { t } = useTranslation();
  const reason = useRejectionText();
  const changed = useSongChanged();
  const [sent, setSent] = useState(0);
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: async (file: File | undefined) => {
      if (file === undefined) throw noFile();
      setSent(0);
      const options = { params: { id: String(song.id) }, files: { artwork: file } };
      await uploadFiles(patchSongArt, options, { onProgress: setSent });
      await changed(song.id);
    },
    onSuccess,
  });
  const refusal = error instanceof ApiError ? error : undefined;
  const problem = refusal?.errors.find(({ field }) => field === "artwork")?.message;
  return {
    send: (file: File | undefined) => {
      if (!isPending) mutate(file);
    },
    sent,
    busy: isPending,
    saved: isSuccess,
    forget: reset,
    problem,
    failure:
      error === null || problem !== undefined
        ? undefined
        : refusal?.status === 0
          ? t("manage.art.notSent")
          : reason(error),
  };
}

/** Builds the error of the server for a missing file, without a request. */
function noFile(): ApiError {
  const errors = [{ field: "artwork", message: studioTexts.noFile }];
  return new ApiError(400, { code: "E0007", message: studioTexts.noFile, errors });
}

/** Previews the sleeve with its coloured panel. */
function Sleeve({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  return (
    <figure className="manage-sleeve">
      <div className="amb" style={ambientStyle(song.image)}>
        <Picture image={song.image} alt="" sizes="(max-width: 820px) 50vw, 24rem" />
        <div className="txt">
          <span className="code">{t("wrap.number", { number: wrapNumber(song.id) })}</span>
          <span>
            <span className={`display ${titleLength(song.name)}`}>{song.name}</span>
            <span className="small">{song.artist}</span>
          </span>
        </div>
      </div>
      <figcaption className="meta dim">{t("manage.art.sleeve")}</figcaption>
    </figure>
  );
}
