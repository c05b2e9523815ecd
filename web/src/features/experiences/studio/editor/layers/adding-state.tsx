import ImagePlus from "lucide-react/icons/image-plus";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import { Gauge } from "../../../../../ui/feedback/states.tsx";
import { sizeOf } from "../../../../../ui/pictures/picture-errors.ts";
import { refusalOf } from "../error-messages.ts";
import type { Adding } from "./use-adding.ts";

/** Progress of adding images, and the images that failed with their errors. */
export function AddingState({ adding }: { adding: Adding }) {
  const { t, i18n } = useTranslation();
  const { progress, notAdded, count, shrunk } = adding;
  // The page was left before they were added.
  const isInterrupted = notAdded.every(({ error }) => error === undefined);
  const bytes = (of: number) => sizeOf(of, i18n.language);
  return (
    <div className="adding">
      <p className="small" role="status">
        {progress !== undefined
          ? t("components.add.adding", { file: progress.file, at: progress.at, of: progress.of })
          : count > 0
            ? t("components.add.done", { count })
            : ""}
        {progress?.wait === undefined ? "" : ` ${t("components.add.waiting")}`}
        {progress !== undefined || shrunk.count === 0
          ? ""
          : ` ${t("components.add.shrunk", {
              count: shrunk.count,
              file: shrunk.file,
              from: bytes(shrunk.from),
              to: bytes(shrunk.to),
            })}`}
      </p>
      {progress?.wait === undefined ? null : (
        // Outside the live region, which would otherwise be announced every second.
        <p className="small dim num">{t("components.add.retryIn", { count: progress.wait })}</p>
      )}
      {progress === undefined ? null : <Gauge share={progress.at / (progress.of + 1)} />}
      {notAdded.length === 0 ? null : (
        <div className="form-note" role="alert">
          <p className="b small">
            {t(isInterrupted ? "components.add.interrupted" : "components.add.failed", {
              count: notAdded.length,
            })}
          </p>
          <ul>
            {notAdded.map(({ key, file, error }) => (
              <li key={key} className="small">
                {isInterrupted ? (
                  <ImagePlus className="i" aria-hidden="true" />
                ) : (
                  <TriangleAlert className="i" aria-hidden="true" />
                )}
                <span>
                  <b>{file.name}</b> {error === undefined ? null : refusalOf(t, error)}
                </span>
              </li>
            ))}
          </ul>
          <p className="row">
            {adding.canRepeat ? (
              <button type="button" className="btn s" onClick={adding.retry}>
                {t(isInterrupted ? "components.add.resume" : "components.add.again")}
              </button>
            ) : null}
            <button type="button" className="btn s" onClick={adding.dismiss}>
              {t("components.add.dismiss")}
            </button>
          </p>
        </div>
      )}
    </div>
  );
}
