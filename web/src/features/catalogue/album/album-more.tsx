import { useQuery } from "@tanstack/react-query";
import type { AlbumPage } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { artistAlbumsQuery, MORE_COUNT } from "./album-data.ts";
import { PlayAlbumButton } from "./play-album.tsx";

/** Shows other albums of the artist. */
export function AlbumMore({ album: { id, artist } }: { album: AlbumPage }) {
  const { t } = useTranslation();
  const { data } = useQuery(artistAlbumsQuery(artist.artist_clean_id));
  const others = (data?.data ?? []).filter((other) => other.id !== id).slice(0, MORE_COUNT);
  if (others.length === 0) return null;
  return (
    <section className="more" aria-labelledby="album-more">
      <h2 id="album-more" className="head">
        {t("wrap.more", { artist: artist.name })}
      </h2>
      <ul>
        {others.map((other) => (
          <li key={other.id} className="played-here">
            <CoverLink to={paths.album(other.pretty_id)}>
              <Picture image={other.image} alt="" sizes="(max-width: 820px) 46vw, 16vw" />
              <span className="b">{other.name}</span>
              <span className="dim">
                {[t(`album.type.${other.type}`), other.release_date?.slice(0, 4)].filter(Boolean).join(", ")}
              </span>
            </CoverLink>
            <PlayAlbumButton album={other} className="cover-play" />
          </li>
        ))}
      </ul>
    </section>
  );
}
