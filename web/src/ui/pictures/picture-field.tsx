import type { Image } from "@wrapsody/shared/api/media.ts";
import { uploadLimits } from "@wrapsody/shared/api/uploads.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import type { TFunction } from "i18next";
import ImageUp from "lucide-react/icons/image-up";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FileButton, useFileDrop } from "../forms/file-input.tsx";
import { LazySquareCrop } from "./lazy-square-crop.tsx";
import { Picture } from "./picture.tsx";
import { pictureErrorText, rejectionText, sizeOf } from "./picture-errors.ts";
import type { PictureShape } from "./picture-file.ts";
import { pictureTypes } from "./picture-types.ts";
import { type PictureChoice, usePictureChoice } from "./use-picture-choice.ts";
import "./picture-field.css";

export type PictureFieldProps = {
  label: string;
  /** Name of the multipart field, and of its field errors. */
  name: string;
  hint?: string;
  /** Error message of the server, or its translation. */
  problem: string | undefined;
  /** The current picture, shown until another is chosen. */
  existing?: Image | null;
  /** Initial file, treated as just chosen. */
  initial?: File;
  /** Message for a file that is neither PNG nor JPEG. */
  wrongType?: string;
  /** `own`: any shape and size, sent unchanged. Otherwise square, and large enough for a cover. */
  shape?: PictureShape;
  /**
   * Receives the file to send: a PNG or JPEG that the server accepts; undefined if none is chosen or it is still being
   * prepared. To reset the field, such as after sending, give it another `key`.
   */
  onChange(file: File | undefined): void;
};

/**
 * A picture to choose, drop or paste. A picture that must be square and is not, or is too large, is cropped here, so
 * that every chosen picture can be sent.
 */
export function PictureField(props: PictureFieldProps) {
  const { label, name, hint, problem, existing = null, wrongType = studioTexts.wrongImage, onChange } = props;
  const { shape = "square" } = props;
  const { t } = useTranslation();
  const id = useId();
  const { choice, refusal, reading, choose, crop, remove } = usePictureChoice(onChange, shape);
  const { field, element, over } = useFileDrop(([file]) => choose(file));
  useInitial(props.initial, choose);
  usePostponedSubmit(element, { reading, rejected: refusal !== undefined });
  const errorText =
    refusal === undefined ? pictureErrorText(t, problem) : rejectionText(t, refusal, wrongType);
  return (
    <div ref={field} className={`f picture-field ${shape}${over ? " over" : ""}`}>
      <span className="lab">{label}</span>
      <div className={errorText === undefined ? "picture-in" : "picture-in err"}>
        <PicturePreview choice={choice} existing={existing} />
        <div className="picture-ways">
          <FileButton
            className="btn s"
            name={name}
            accept={pictureTypes}
            aria-label={`${label}: ${t("crop.choose")}`}
            aria-invalid={errorText === undefined ? undefined : true}
            aria-describedby={`${id}-rule ${id}-state${errorText === undefined ? "" : ` ${id}-problem`}`}
            onFiles={([file]) => choose(file)}
          >
            <span>{t(choice === undefined && existing === null ? "crop.choose" : "crop.chooseAnother")}</span>
            <ImageUp className="i" aria-hidden="true" />
          </FileButton>
          <p id={`${id}-rule`} className="meta dim">
            {hint ??
              t("crop.rule", {
                side: uploadLimits.imageSide,
                megabytes: uploadLimits.imageBytes / 1_000_000,
              })}
          </p>
          <State id={`${id}-state`} choice={choice} reading={reading} />
          {choice === undefined ? null : (
            <button type="button" className="small u picture-remove" onClick={remove}>
              {t(existing === null ? "crop.remove" : "crop.keepPresent")}
            </button>
          )}
        </div>
      </div>
      {errorText === undefined ? null : (
        <p id={`${id}-problem`} className="msg" role={refusal === undefined ? undefined : "alert"}>
          <TriangleAlert className="i" aria-hidden="true" /> {errorText}
        </p>
      )}
      {choice?.square === undefined ? null : (
        <LazySquareCrop picture={choice.picture} square={choice.square} onCrop={crop} />
      )}
    </div>
  );
}

function useInitial(initial: File | undefined, choose: (file: File) => void): void {
  const first = useRef({ initial, choose });
  useEffect(() => {
    const { current } = first;
    if (current.initial !== undefined) current.choose(current.initial);
  }, []);
}

/**
 * Postpones submitting the form while a picture is being read, so that it is never sent without the picture that was
 * chosen. A rejected picture cancels the submission.
 */
function usePostponedSubmit(
  element: HTMLElement | null,
  { reading, rejected }: { reading: boolean; rejected: boolean },
): void {
  const postponed = useRef<SubmitEvent>(undefined);
  useEffect(() => {
    const form = element?.closest("form");
    if (!form || !reading) return;
    const listening = new AbortController();
    const postpone = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      postponed.current = event;
    };
    form.addEventListener("submit", postpone, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, [element, reading]);
  useEffect(() => {
    const event = postponed.current;
    if (reading || event === undefined) return;
    postponed.current = undefined;
    if (!rejected) element?.closest("form")?.requestSubmit(event.submitter);
  }, [element, reading, rejected]);
}

/** Shows the chosen picture, else the current one. */
function PicturePreview({ choice, existing }: { choice: PictureChoice | undefined; existing: Image | null }) {
  const { t } = useTranslation();
  if (choice === undefined) {
    return (
      <div className="picture-preview">
        <Picture image={existing} alt={existing === null ? "" : t("crop.present")} sizes="11rem" />
      </div>
    );
  }
  const { picture, square } = choice;
  if (square === undefined) {
    return (
      <div className="picture-preview">
        <img className="whole" src={picture.address} alt={t("crop.chosen")} />
      </div>
    );
  }
  return (
    <div className="picture-preview">
      <img
        src={picture.address}
        alt={t("crop.chosen")}
        style={{
          width: `${(100 * picture.width) / square.side}%`,
          left: `${(-100 * square.left) / square.side}%`,
          top: `${(-100 * square.top) / square.side}%`,
        }}
      />
    </div>
  );
}

/** Announces the selected picture whenever it changes. */
function State({ id, choice, reading }: { id: string; choice: PictureChoice | undefined; reading: boolean }) {
  const { t, i18n } = useTranslation();
  const working = reading || (choice !== undefined && choice.file === undefined);
  const none = working ? t("crop.reading") : "";
  return (
    <p id={id} className="small picture-state" role="status">
      {choice?.file === undefined || reading
        ? none
        : formatPicture(t, choice, sizeOf(choice.file.size, i18n.language))}
    </p>
  );
}

function formatPicture(t: TFunction, { picture, square }: PictureChoice, size: string): string {
  const { file, width, height } = picture;
  const { name } = file;
  return square === undefined
    ? t("crop.loaded", { name, width, height, size })
    : t("crop.cropped", { name, size, ...square });
}
