import { photoLimits } from "@wrapsody/shared/experiences/participation.ts";
import CameraIcon from "lucide-react/icons/camera";
import ImageUp from "lucide-react/icons/image-up";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FileButton } from "../../../../ui/forms/file-input.tsx";
import { pictureTypes } from "../../../../ui/pictures/picture-types.ts";
import { Camera } from "./camera.tsx";
import type { usePhoto } from "./use-photo.ts";

type PhotoSourceProps = {
  photo: ReturnType<typeof usePhoto>;
  /** Announced when there is a photo. */
  added: string;
  /** A photo is what the page asks for next. */
  isNext?: boolean;
};

/** The source of the photo: the camera, or a file that is chosen, dropped or pasted. */
export function PhotoSource({ photo, added, isNext = false }: PhotoSourceProps) {
  const { t } = useTranslation();
  const [camera, setCamera] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { shot, refusal, reading, choose } = photo;
  const none = shot === undefined;
  const leave = () => {
    setCamera(false);
    // The button returns with the next frame.
    requestAnimationFrame(() => opener.current?.focus());
  };
  if (camera)
    return (
      <Camera
        onTaken={(file) => {
          leave();
          choose(file);
        }}
        onLeave={leave}
      />
    );
  return (
    <>
      <div className="row">
        <button
          ref={opener}
          type="button"
          className={isNext && none ? "btn go" : "btn"}
          onClick={() => setCamera(true)}
        >
          {t(none ? "participation.camera.open" : "participation.camera.again")}{" "}
          <CameraIcon className="i" aria-hidden="true" />
        </button>
        <FileButton
          className="btn"
          name="photo"
          accept={pictureTypes}
          aria-label={t("participation.photo.choose")}
          aria-invalid={refusal === undefined ? undefined : true}
          aria-describedby={`${id}-rule${refusal === undefined ? "" : ` ${id}-problem`}`}
          onFiles={([file]) => choose(file)}
        >
          <span>{t(none ? "participation.photo.choose" : "participation.photo.chooseAnother")}</span>
          <ImageUp className="i" aria-hidden="true" />
        </FileButton>
      </div>
      <p id={`${id}-rule`} className="meta dim">
        {t("participation.photo.rule", {
          side: photoLimits.minSide,
          megabytes: photoLimits.bytes / 1_000_000,
        })}
      </p>
      {refusal === undefined ? null : (
        <p id={`${id}-problem`} className="msg" role="alert">
          <TriangleAlert className="i" aria-hidden="true" />{" "}
          <span>{t(`participation.refused.${refusal}`)}</span>
        </p>
      )}
      <p className="small ph-state" role="status">
        {reading ? t("participation.photo.reading") : none ? "" : added}
      </p>
    </>
  );
}
