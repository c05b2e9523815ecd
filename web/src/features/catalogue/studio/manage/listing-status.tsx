import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import { useTranslation } from "react-i18next";
import { formatDay, formatTime } from "../../../../ui/format/local-time.ts";
import { Restricted } from "../../../takedown/index.ts";
import { useListing } from "./listing-section.tsx";
import { Scheduled } from "./schedule.tsx";

type Props = { song: OwnSong; onStatusChange: (status: OwnSong["status"]) => void };

/** Explains the listing state: the reason of a rejection, the time in review, or that the wrap is hidden. */
export function ListingStatus({ song, onStatusChange }: Props) {
  const { t } = useTranslation();
  if (song.status === "RESTRICTED")
    return (
      <Restricted
        things={[
          { kind: "wrap", target: song.id },
          { kind: "artist", target: song.artist_id },
        ]}
      />
    );
  if (song.status === "REJECTED") return <ChangesRequested reason={song.rejection} />;
  if (song.status === "IN_REVIEW") return <InReview song={song} onStatusChange={onStatusChange} />;
  if (song.status === "SCHEDULED") return <Scheduled song={song} />;
  if (song.status !== "HIDDEN") return null;
  return (
    <section className="standing" aria-label={t("manage.state.HIDDEN")}>
      <p>{t("manage.hidden")}</p>
    </section>
  );
}

function ChangesRequested({ reason }: { reason: string | null }) {
  const { t } = useTranslation();
  return (
    <section className="standing sent-back" aria-labelledby="sent-back">
      <h2 id="sent-back" className="small b">
        {t("manage.changesRequested.title")}
      </h2>
      <p className="lead">{reason ?? t("manage.changesRequested.noReason")}</p>
      <p className="small">{t("manage.changesRequested.next")}</p>
    </section>
  );
}

function InReview({ song, onStatusChange }: Props) {
  const { t, i18n } = useTranslation();
  const { withdraw, busy, failure } = useListing(song, onStatusChange);
  const since =
    song.submitted_at === null
      ? t("manage.inReview.state")
      : t("manage.inReview.since", {
          day: formatDay(song.submitted_at, i18n.language),
          time: formatTime(song.submitted_at),
        });
  return (
    <section className="standing split" aria-label={t("manage.state.IN_REVIEW")}>
      <div>
        <p className="b">{since}</p>
        <p className="small dim">{t("manage.inReview.text")}</p>
        {failure === undefined ? null : (
          <p className="msg" role="alert">
            {failure}
          </p>
        )}
      </div>
      <button type="button" className="btn" aria-disabled={busy || undefined} onClick={withdraw}>
        {t("manage.inReview.withdraw")}
      </button>
    </section>
  );
}
