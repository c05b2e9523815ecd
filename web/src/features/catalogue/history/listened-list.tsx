import type { OwnListen, Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import type { PlayOrigin } from "../../../shell/player/play-origin.ts";
import { formatDuration } from "../../../ui/format/format.ts";
import { dayOf, formatRecentDay, formatTime } from "../../../ui/format/local-time.ts";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";

/** Lists the reader's listens by day. */
export function ListenedDays({ listens }: { listens: readonly OwnListen[] }) {
  const songs = listens.flatMap(({ song }) => (song === null ? [] : [song]));
  const from = { id: "history", songs };
  return groupByDay(listens).map((listened) => <Day key={listened.day} listened={listened} from={from} />);
}

function Day({ listened: { day, listens }, from }: { listened: ListenedDay<OwnListen>; from: PlayOrigin }) {
  const { t, i18n } = useTranslation();
  return (
    <section className="day" aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className="head">
        {formatRecentDay(t, listens[0]?.started_at ?? day, i18n.language)}
      </h2>
      <ol className="heard">
        {listens.map((listen) => (
          <li key={listen.id}>
            <Listen listen={listen} from={from} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Listen({ listen: { started_at, heard, song }, from }: { listen: OwnListen; from: PlayOrigin }) {
  const { t } = useTranslation();
  return (
    <>
      <time className="code-l dim" dateTime={started_at}>
        {formatTime(started_at)}
      </time>
      {song === null ? <DeletedWrap /> : <Wrap song={song} />}
      <span className="code-l dim heard-for">
        <span className="vh">{t("accounts.history.heard")} </span>
        {formatDuration(heard)}
      </span>
      {song === null ? <span /> : <PlayButton song={song} from={from} className="sq" />}
    </>
  );
}

function Wrap({ song }: { song: Song }) {
  return (
    <CoverLink className="heard-wrap" to={paths.wrap(song.pretty_id)}>
      <Picture image={song.image} alt="" sizes="3.5rem" />
      <span>
        <span className="b">{song.name}</span>
        <span className="small dim">{song.artist}</span>
      </span>
    </CoverLink>
  );
}

function DeletedWrap() {
  const { t } = useTranslation();
  return (
    <span className="heard-wrap">
      <Picture image={null} alt="" sizes="3.5rem" />
      <span className="small dim">{t("accounts.history.unavailable")}</span>
    </span>
  );
}

/** Listens of one day in the reader's time zone. */
type ListenedDay<Listen> = { day: string; listens: Listen[] };

/** Groups chronological listens by the reader's days. */
export function groupByDay<Listen extends { started_at: string }>(
  listens: readonly Listen[],
): ListenedDay<Listen>[] {
  const days: ListenedDay<Listen>[] = [];
  for (const listen of listens) {
    const day = dayOf(listen.started_at);
    const last = days.at(-1);
    if (last?.day === day) last.listens.push(listen);
    else days.push({ day, listens: [listen] });
  }
  return days;
}
