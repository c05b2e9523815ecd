import type { AlbumPage } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { PlayAll } from "../../../shell/player/play-button.tsx";
import { ShareLink } from "../../../shell/share-link.tsx";
import { formatCount, formatDate, formatDuration, titleLength } from "../../../ui/format/format.ts";
import { Hero } from "../../../ui/layout/hero.tsx";
import { AddButton } from "../library/song-actions.tsx";
import { originOfAlbum } from "./album-data.ts";

/** Hero of an album: cover, title, artist, facts and actions. */
export function AlbumHero({ album }: { album: AlbumPage }) {
  const { t } = useTranslation();
  const { name, artist, image } = album;
  return (
    <Hero
      image={image}
      alt={t("wrap.cover", { name })}
      top={<p className="code">{t(`album.type.${album.type}`)}</p>}
      action={
        <div className="row hero-do">
          <PlayAlbum album={album} />
          <ShareLink
            title={`${name}, ${artist.name}`}
            text={t("wrap.shareText", { name, artist: artist.name })}
            page={(query) => paths.album(album.pretty_id, query)}
          />
          <AddButton item={{ album: album.pretty_id }} name={name} isLabelled />
        </div>
      }
      below={<AlbumFacts album={album} />}
    >
      <h1 className={`display ${titleLength(name)}`}>{name}</h1>
      <p className="lead">
        <Link className="u" to={paths.artist(artist.artist_clean_id)}>
          {artist.name}
        </Link>
      </p>
    </Hero>
  );
}

function AlbumFacts({ album: { release_date, tracks } }: { album: AlbumPage }) {
  const { t, i18n } = useTranslation();
  const seconds = tracks.reduce((sum, { song }) => sum + song.duration, 0);
  const facts = [
    [t("album.released"), release_date === null ? "–" : formatDate(release_date, i18n.language)],
    [t("album.trackList"), formatCount(tracks.length, i18n.language)],
    [t("wrap.duration"), formatDuration(seconds)],
  ];
  return (
    <dl className="kv hero-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="code-l">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function PlayAlbum({ album }: { album: AlbumPage }) {
  const { t } = useTranslation();
  if (album.tracks.some(({ song }) => song.audio_uri !== null))
    return <PlayAll name={album.name} from={originOfAlbum(album)} />;
  return (
    <button type="button" className="btn" disabled>
      {t("wrap.noAudio")}
    </button>
  );
}
