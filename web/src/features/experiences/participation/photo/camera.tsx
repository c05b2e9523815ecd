import CameraIcon from "lucide-react/icons/camera";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormAlert } from "../../../accounts/index.ts";
import { takeFrame } from "./draw-photo.ts";
import { useCamera } from "./use-camera.ts";

/** A mirrored camera preview with a shutter button. */
export function Camera({ onTaken, onLeave }: { onTaken(photo: File): void; onLeave(): void }) {
  const { t } = useTranslation();
  const { video, state } = useCamera();
  const busy = useRef(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const on = state === "on";
  useEffect(() => {
    if (on) trigger.current?.focus();
  }, [on]);
  const [isNoise, setNoise] = useState(false);
  const take = async () => {
    if (busy.current || video.current === null) return;
    busy.current = true;
    const photo = await takeFrame(video.current);
    busy.current = false;
    setNoise(photo === undefined);
    if (photo !== undefined) onTaken(photo);
  };
  const failed = state === "refused" || state === "none" || state === "busy";
  return (
    <div className="ph-camera">
      {failed ? (
        <FormAlert text={t(`participation.camera.${state}`)} focus />
      ) : (
        <div className="ph-mirror">
          <video ref={video} muted playsInline aria-label={t("participation.camera.label")} />
          <p className="small" role="status">
            {on ? t("participation.camera.on") : t("participation.camera.opening")}
          </p>
        </div>
      )}
      {on && isNoise ? <FormAlert text={t("participation.camera.noise")} /> : null}
      <div className="row">
        {on ? (
          <button ref={trigger} type="button" className="btn go" onClick={() => void take()}>
            {t(isNoise ? "participation.camera.retry" : "participation.camera.take")}{" "}
            <CameraIcon className="i" aria-hidden="true" />
          </button>
        ) : null}
        <button type="button" className="btn" onClick={onLeave}>
          {t(failed ? "participation.camera.other" : "participation.camera.leave")}
        </button>
      </div>
    </div>
  );
}
