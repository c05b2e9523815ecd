import { useTranslation } from "react-i18next";
import { Gauge } from "../feedback/states.tsx";
import { formatPercent } from "../format/format.ts";

type UploadProgressProps = {
  /** Share of the bytes that are sent, from 0 to 1. */
  sent: number | undefined;
  busy: boolean;
  /** Key of the texts `uploading`, while sending, and `arrived`, while the server works. */
  texts?: string;
  className?: string;
};

/** Progress of an upload: a line, a percentage, and an announcement per step. */
export function UploadProgress({
  sent,
  busy,
  texts = "studio.sending",
  className = "sending-progress",
}: UploadProgressProps) {
  const { t, i18n } = useTranslation();
  const arrived = sent === 1;
  return (
    <div className={className}>
      <p role="status" className="small">
        {busy ? t(`${texts}.${arrived ? "arrived" : "uploading"}`) : ""}
      </p>
      {!busy || sent === undefined || arrived ? null : (
        <>
          <span className="num small" aria-hidden="true">
            {formatPercent(sent * 100, i18n.language)}
          </span>
          <Gauge share={sent} />
        </>
      )}
    </div>
  );
}
