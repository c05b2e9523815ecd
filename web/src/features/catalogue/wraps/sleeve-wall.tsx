import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import type { ReactNode } from "react";
import { paths } from "../../../paths.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import type { PlayOrigin } from "../../../shell/player/play-origin.ts";
import { formatDuration } from "../../../ui/format/format.ts";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";

/**
 * Grid of sleeves, each with a play button. The heading is one of the cells, and the first sleeve is large. `from` is the
 * list that the songs are a page of.
 */
export function SleeveWall({
  songs,
  from,
  heading,
  priority = false,
}: {
  songs: readonly Song[];
  from?: PlayOrigin;
  heading: ReactNode;
  /** The grid is above the fold. Only its large sleeve loads eagerly: phones show no other, and on a slow network the rest delays it. */
  priority?: boolean;
}) {
  return (
    <ul className="wall">
      <li className="wall-h">{heading}</li>
      {songs.map((song, index) => (
        <li key={song.id} className={index === 0 ? "big played-here" : "played-here"}>
          <Sleeve song={song} large={index === 0} priority={priority && index === 0} />
          <PlayButton song={song} from={from} className="cover-play" />
        </li>
      ))}
    </ul>
  );
}

function Sleeve({ song, large, priority }: { song: Song; large: boolean; priority: boolean }) {
  return (
    <CoverLink className="sleeve" to={paths.wrap(song.pretty_id)}>
      <Picture
        image={song.image}
        alt=""
        sizes={large ? "(max-width: 820px) 94vw, 30vw" : "(max-width: 820px) 46vw, 15vw"}
        priority={priority}
      />
      <span className="cap">
        <span className="code" aria-hidden="true">
          {wrapNumber(song.id)}
        </span>
        <span className="code dim">{formatDuration(song.duration)}</span>
        <span className="t">{song.name}</span>
        <span className="a">{song.artist}</span>
      </span>
    </CoverLink>
  );
}
