import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { ShareButton } from "../../wrap/share-button.tsx";
import { stepKey, tabOfStep } from "../my-wraps/next-step.tsx";
import { useListing } from "./listing-section.tsx";

type Props = { song: OwnSong; tab: string; onStatusChange: (status: OwnSong["status"]) => void };

/** The next step of the wrap. Refers to the button of the open tab if the step is there. */
export function NextStep({ song, tab, onStatusChange }: Props) {
  const { t } = useTranslation();
  const target = tabOfStep[song.next_step];
  switch (song.next_step) {
    case "SUBMIT":
    case "MEND":
      return <Submit song={song} onStatusChange={onStatusChange} />;
    case "CONTEST":
      return null;
    case "SHARE":
      return <ShareButton song={song} className="btn go share" />;
    case "WAIT_FOR_AUDIO":
    case "WAIT_FOR_REVIEW":
    case "WAIT_FOR_LISTING":
      return <p className="small manage-wait">{t(stepKey(song))}</p>;
    default:
      return target === tab || target === undefined ? (
        <p className="small manage-wait">{t("manage.next.here", { step: t(stepKey(song)) })}</p>
      ) : (
        <Link className="btn go" to={paths.manage(song.id, { tab: target })} preventScrollReset replace>
          {t(stepKey(song))} <ArrowRight className="i" aria-hidden="true" />
        </Link>
      );
  }
}

function Submit({ song, onStatusChange }: Omit<Props, "tab">) {
  const { t } = useTranslation();
  const { submit, busy, failure } = useListing(song, onStatusChange);
  const isResubmission = song.status === "REJECTED";
  return (
    <>
      <button type="button" className="btn go" aria-disabled={busy || undefined} onClick={submit}>
        {t(isResubmission ? "manage.next.again" : stepKey(song))}{" "}
        <ArrowRight className="i" aria-hidden="true" />
      </button>
      {failure === undefined ? null : (
        <p className="msg manage-failure" role="alert">
          {failure}
        </p>
      )}
    </>
  );
}
