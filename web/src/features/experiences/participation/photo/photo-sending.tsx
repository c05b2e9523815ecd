import { useTranslation } from "react-i18next";
import { Gauge } from "../../../../ui/feedback/gauge.tsx";

/** How far the photo has come: a line that fills, its number, and words that are told once a step. */
export function PhotoUploadProgress({ sent, busy }: { sent: number | undefined; busy: boolean }) {
  const { t } = useTranslation();
  const arrived = sent === 1;
  return (
    <div className="ph-sending">
      <p role="status" className="small">
        {busy ? t(`participation.photo.${arrived ? "arrived" : "under"}`) : ""}
      </p>
      {!busy || sent === undefined || arrived ? null : (
        <>
          <span className="num small" aria-hidden="true">
            {Math.round(sent * 100)} %
          </span>
          <Gauge share={sent} />
        </>
      )}
    </div>
  );
}
