import { QUOTA_EXCEEDED } from "@wrapsody/shared/api/media.ts";
import { uploadLimits } from "@wrapsody/shared/api/uploads.ts";
import Upload from "lucide-react/icons/upload";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FileButton, useFileDrop } from "../../../../../ui/forms/file-input.tsx";
import { useRejectionText } from "../own-song.ts";
import { Progress } from "../progress.tsx";
import { audioErrorText } from "./audio-errors.ts";
import { acceptOf } from "./audio-files.ts";
import type { AudioUploading } from "./use-audio-upload.ts";

type Props = {
  uploading: AudioUploading;
  /** The wrap has no recording yet. */
  first: boolean;
  /** The upload is the next step of the wrap. */
  next: boolean;
  /** Null if the site accepts no masters. */
  masterMaxBytes: number | null;
};

/** Selects or drops a recording and uploads it. A failed upload can be repeated. */
export function AudioPicker({ uploading, ...rest }: Props) {
  const { upload, choose } = uploading;
  const { field, element, over } = useFileDrop(([file]) => choose(file));
  useFocusOnStepChange(element, upload.step);
  return (
    <div ref={field} className={over ? "audio-drop over" : "audio-drop"} tabIndex={-1}>
      {upload.step === "sending" ? (
        <Sending uploading={uploading} />
      ) : upload.step === "failed" ? (
        <Failed uploading={uploading} />
      ) : (
        <Choose uploading={uploading} {...rest} />
      )}
    </div>
  );
}

function Choose({ uploading: { upload, choose }, first, next, masterMaxBytes }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const mp3 = uploadLimits.audioBytes / 1_000_000;
  const refused = upload.step === "idle" ? upload.refused : undefined;
  return (
    <>
      <FileButton
        className={next ? "btn go" : "btn"}
        name="audio"
        accept={acceptOf(masterMaxBytes)}
        aria-describedby={`${id}-rule`}
        onFiles={([file]) => choose(file)}
      >
        {t(first ? "manage.audio.choose" : "manage.audio.chooseAnother")}{" "}
        <Upload className="i" aria-hidden="true" />
      </FileButton>
      <p id={`${id}-rule`} className="meta dim">
        {masterMaxBytes === null
          ? `${t("manage.audio.rule", { megabytes: mp3 })} ${t("manage.master.none")}`
          : t("manage.master.rule", { mp3, megabytes: masterMaxBytes / 1_000_000 })}
      </p>
      {refused === undefined ? null : (
        <p className="msg" role="alert">
          {audioErrorText(t, refused)}
        </p>
      )}
    </>
  );
}

function Sending({ uploading: { upload, cancel } }: Pick<Props, "uploading">) {
  const { t } = useTranslation();
  if (upload.step !== "sending") return null;
  return (
    <>
      <p className="b audio-name">{upload.file.name}</p>
      <Progress share={upload.sent} name={t("manage.audio.sending")} after={t("manage.audio.checking")} />
      <button type="button" className="btn" onClick={cancel}>
        {t("manage.audio.cancel")}
      </button>
    </>
  );
}

function Failed({ uploading: { upload, repeat, cancel } }: Pick<Props, "uploading">) {
  const { t } = useTranslation();
  const reason = useRejectionText();
  if (upload.step !== "failed") return null;
  const { error, file } = upload;
  const problem = error.errors.find(({ field }) => field === "audio" || field === "master")?.message;
  // A repeat cannot help if the file itself is invalid.
  const canRetry = problem === undefined || problem === QUOTA_EXCEEDED;
  return (
    <>
      <p className="b audio-name">{file.name}</p>
      <p className="msg" role="alert">
        {problem !== undefined
          ? audioErrorText(t, problem)
          : error.status === 0
            ? t("manage.audio.notSent")
            : reason(error)}
      </p>
      <div className="row">
        {canRetry ? (
          <button type="button" className="btn go" onClick={repeat}>
            {t("manage.audio.again")}
          </button>
        ) : null}
        <button type="button" className="btn" onClick={cancel}>
          {t("manage.audio.other")}
        </button>
      </div>
    </>
  );
}

/** Keeps the focus in the same section if a step removes the pressed button. */
function useFocusOnStepChange(place: HTMLElement | null, step: string): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    if (document.activeElement === document.body) place?.focus({ preventScroll: true });
  }, [place, step]);
}
