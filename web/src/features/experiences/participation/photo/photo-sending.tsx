import { useTranslation } from "react-i18next";
import { Gauge } from "../../../../ui/feedback/gauge.tsx";

/** Upload progress of a photo: a line, a percentage and an announcement per step. */
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
