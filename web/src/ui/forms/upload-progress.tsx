import { useTranslation } from "react-i18next";
import { Gauge } from "../feedback/states.tsx";

/** Progress of an upload: a line, a percentage, and an announcement per step. */
export function UploadProgress({ sent, busy }: { sent: number | undefined; busy: boolean }) {
  const { t } = useTranslation();
  const arrived = sent === 1;
  return (
    <div className="sending-progress">
      <p role="status" className="small">
        {busy ? t(arrived ? "studio.sending.arrived" : "studio.sending.under") : ""}
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
