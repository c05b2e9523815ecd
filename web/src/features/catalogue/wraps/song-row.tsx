import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useId } from "react";
import { paths } from "../../../paths.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";

type SongRowProps = {
  id: string;
  songs: readonly Song[];
  heading: string;
  detail: (song: Song) => string;
};

/** A row of covers under a heading. `id` names it as the origin of what plays. */
export function SongRow({ id, songs, heading, detail }: SongRowProps) {
  const headingId = useId();
  if (songs.length === 0) return null;
  return (
    <section className="more" aria-labelledby={headingId}>
      <h2 id={headingId} className="head">
        {heading}
      </h2>
      <ul>
        {songs.map((song) => (
          <li key={song.id} className="played-here">
            <CoverLink to={paths.wrap(song.pretty_id)}>
              <Picture image={song.image} alt="" sizes="(max-width: 820px) 46vw, 16vw" />
              <span className="b">{song.name}</span>
              <span className="dim">{detail(song)}</span>
            </CoverLink>
            <PlayButton song={song} from={{ id, songs }} className="cover-play" />
          </li>
        ))}
      </ul>
    </section>
  );
}
