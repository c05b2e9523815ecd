import { useQuery } from "@tanstack/react-query";
import type { Song } from "@wrapsody/shared/catalogue.ts";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { catalogueNumber } from "../../../ui/format/format.ts";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { artistSongsQuery, latestQuery, MORE_COUNT } from "./wrap-data.ts";

/** Minimum number of the artist's songs for a row of their own. The newest wraps fill up shorter rows. */
const MIN_OWN_SONGS = 4;

/** Suggests other songs of the artist, filled up with the newest wraps. */
export function WrapMore({ song }: { song: Song }) {
  const { t } = useTranslation();
  const id = useId();
  const byArtist = othersOf(useQuery(artistSongsQuery(song.artist_clean_id)).data?.data, song);
  const latest = othersOf(useQuery(latestQuery()).data?.data, song);
  const ownRow = byArtist.length >= MIN_OWN_SONGS;
  const fill = latest.filter((candidate) => byArtist.every((other) => other.id !== candidate.id));
  const suggestions = ownRow ? byArtist : [...byArtist, ...fill].slice(0, MORE_COUNT);
  if (suggestions.length === 0) return null;
  return (
    <section className="more" aria-labelledby={id}>
      <h2 id={id} className="head">
        {ownRow ? t("wrap.more", { artist: song.artist }) : t("wrap.moreToHear")}
      </h2>
      <ul>
        {suggestions.map((other) => (
          <li key={other.id}>
            <Link to={paths.wrap(other.pretty_id)}>
              <Picture image={other.image} alt="" sizes="(max-width: 820px) 46vw, 16vw" />
              <span className="b">{other.name}</span>
              <span className="dim">{ownRow ? catalogueNumber(other.id) : other.artist}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function othersOf(songs: Song[] | undefined, song: Song): Song[] {
  return (songs ?? []).filter(({ id }) => id !== song.id).slice(0, MORE_COUNT);
}
