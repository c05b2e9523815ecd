import type { Song } from "@wrapsody/shared/catalogue.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { catalogueNumber, formatDuration } from "../../../ui/format/format.ts";
import { Picture } from "../../../ui/pictures/picture.tsx";
import "./sleeve-wall.css";

/** Grid of sleeves. The heading is one of the cells, and the first sleeve is large. */
export function SleeveWall({
  songs,
  heading,
  priority = false,
}: {
  songs: readonly Song[];
  heading: ReactNode;
  /** The grid is above the fold. */
  priority?: boolean;
}) {
  return (
    <ul className="wall">
      <li className="wall-h">{heading}</li>
      {songs.map((song, index) => (
        <li key={song.id} className={index === 0 ? "big" : undefined}>
          <Sleeve song={song} large={index === 0} priority={priority && index < 4} />
        </li>
      ))}
    </ul>
  );
}

function Sleeve({ song, large, priority }: { song: Song; large: boolean; priority: boolean }) {
  return (
    <Link className="sleeve" to={paths.wrap(song.pretty_id)}>
      <Picture
        image={song.image}
        alt=""
        sizes={large ? "(max-width: 820px) 94vw, 30vw" : "(max-width: 820px) 46vw, 15vw"}
        priority={priority}
      />
      <span className="cap">
        <span className="code" aria-hidden="true">
          {catalogueNumber(song.id)}
        </span>
        <span className="code dim">{formatDuration(song.duration)}</span>
        <span className="t">{song.name}</span>
        <span className="a">{song.artist}</span>
      </span>
    </Link>
  );
}
