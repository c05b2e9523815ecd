import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import CircleX from "lucide-react/icons/circle-x";
import History from "lucide-react/icons/history";
import Hourglass from "lucide-react/icons/hourglass";
import LoaderCircle from "lucide-react/icons/loader-circle";
import WifiOff from "lucide-react/icons/wifi-off";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatMoment } from "../../../ui/format/local-time.ts";
import type { Outcome } from "./use-admission.ts";

const icons = {
  CHECKING: LoaderCircle,
  ADMITTED: Check,
  ALREADY_ADMITTED: History,
  REVOKED: Ban,
  NOT_VALID: CircleX,
  NOT_VERIFIED: WifiOff,
  BUSY: Hourglass,
} as const satisfies Record<Outcome["result"], unknown>;

/** Shows the result of a ticket over the whole screen: by its colour, an icon and words. */
export function DoorResult({ outcome, next }: { outcome: Outcome; next: () => void }) {
  const { t, i18n } = useTranslation();
  const { result } = outcome;
  const Icon = icons[result];
  const number = "number" in outcome ? outcome.number : null;
  const admittedAt = "admitted_at" in outcome ? outcome.admitted_at : null;
  const time = admittedAt === null ? "" : formatMoment(admittedAt, i18n.language);
  return (
    <div className={`door-result ${result.toLowerCase().replaceAll("_", "-")}`}>
      <div className="door-said" role="alert">
        <Icon className="door-icon" aria-hidden="true" />
        <p className="display">{t(`tickets.door.result.${result}`, { time })}</p>
        {result === "CHECKING" ? null : <p className="lead">{t(`tickets.door.next.${result}`, { time })}</p>}
        {number === null ? null : (
          <p className="code">{t("tickets.number", { number: wrapNumber(number) })}</p>
        )}
      </div>
      {result === "CHECKING" ? null : <NextButton next={next} />}
    </div>
  );
}

/** Takes the focus, so that Enter continues. */
function NextButton({ next }: { next: () => void }) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <button ref={button} type="button" className="btn door-next" onClick={next}>
      {t("tickets.door.nextTicket")}
    </button>
  );
}
