import { deleteChange } from "@wrapsody/shared/studio/song-changes.ts";
import type { OwnSong, WaitingChange } from "@wrapsody/shared/studio/studio.ts";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../../lib/api/api-fetch.ts";
import { StatusMessage, useStatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { formatDuration } from "../../../../ui/format/format.ts";
import { formatDay, formatTime } from "../../../../ui/format/local-time.ts";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { ConfirmButton, errorKey, Permitted } from "../../../accounts/index.ts";
import { useSongChanged } from "./own-song.ts";
import "./waiting-changes.css";

/** Changes of a listed wrap that wait for an administrator: what the public sees, and what its publisher wants. */
export function WaitingChanges({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  const [message, announce] = useStatusMessage();
  return (
    <>
      <StatusMessage {...message} />
      {song.changes.length === 0 ? null : (
        <section className="standing waiting-changes" aria-labelledby="waiting-changes">
          <h2 id="waiting-changes" className="small b state wait">
            {t("manage.changes.title")}
          </h2>
          <p className="small">{t("manage.changes.text")}</p>
          <ul>
            {song.changes.map((change) => (
              <li key={change.id}>
                <Values song={song} change={change} />
                <Withdraw
                  song={song}
                  change={change}
                  onEnd={() => announce(t(`manage.changes.withdrawn.${change.field}`))}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Values({ song, change: { field, title, image, duration, requested_at } }: ChangeProps) {
  const { t, i18n } = useTranslation();
  return (
    <div className="waiting-values">
      <p className="small dim">
        {t(`manage.changes.field.${field}`)},{" "}
        <time dateTime={requested_at}>
          {formatDay(requested_at, i18n.language)}, {formatTime(requested_at)}
        </time>
      </p>
      <dl>
        <div>
          <dt className="meta dim">{t("manage.changes.before")}</dt>
          <dd>
            {field === "TITLE" ? song.name : null}
            {field === "ARTWORK" ? (
              <Picture image={song.image} alt={t("manage.art.label")} sizes="96px" />
            ) : null}
            {field === "RECORDING" ? <span className="code">{formatDuration(song.duration)}</span> : null}
          </dd>
        </div>
        <div>
          <dt className="meta dim">{t("manage.changes.after")}</dt>
          <dd className="b">
            {title}
            {field === "ARTWORK" ? (
              <Picture image={image} alt={t("manage.changes.newArtwork")} sizes="96px" />
            ) : null}
            {duration === null ? null : <span className="code">{formatDuration(duration)}</span>}
          </dd>
        </div>
      </dl>
    </div>
  );
}

type ChangeProps = { song: OwnSong; change: WaitingChange };

function Withdraw({ song, change, onEnd }: ChangeProps & { onEnd: () => void }) {
  const { t } = useTranslation();
  const changed = useSongChanged();
  return (
    <Permitted call={deleteChange} quiet>
      <ConfirmButton
        label={t(`manage.changes.withdraw.${change.field}`)}
        title={t("manage.changes.withdrawTitle")}
        text={t(`manage.changes.withdrawText.${change.field}`)}
        confirm={t(`manage.changes.withdraw.${change.field}`)}
        reason={(error) => {
          const isDecided = error instanceof ApiError && error.code === "E0078";
          if (isDecided) void changed(song.id);
          return t(isDecided ? "manage.changes.decided" : errorKey(error));
        }}
        run={async () => {
          await apiFetch(deleteChange, { params: { id: change.id } });
          await changed(song.id);
          onEnd();
        }}
      />
    </Permitted>
  );
}
