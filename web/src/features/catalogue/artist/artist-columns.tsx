import type { Album, Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import type { PlayOrigin } from "../../../shell/player/play-origin.ts";
import { EmptyState, ErrorState, LoadingRows } from "../../../ui/feedback/states.tsx";
import { formatDuration } from "../../../ui/format/format.ts";
import { CoverLink } from "../../../ui/pictures/cover-link.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { DropCard, IssuedNote } from "../../experiences/index.ts";
import { PlayAlbumButton } from "../album/play-album.tsx";

type Listed<Row> = { data: Row[]; total: number } | undefined;

export function ArtistSongs({
  id,
  artist,
  songs,
  from,
  failed,
}: {
  id: number;
  artist: string;
  songs: Listed<Song>;
  from: PlayOrigin;
  failed: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Column title={t("artist.songs")} list={songs} failed={failed} none={t("artist.noSongs")}>
      <ul className="song-rows">
        {songs?.data.map((song) => (
          <li key={song.id} className="row-play">
            <CoverLink className="artist-row" to={paths.wrap(song.pretty_id)}>
              <Picture image={song.image} alt="" sizes="3.5rem" />
              <span className="b">{song.name}</span>
              <span className="code-l dim">{formatDuration(song.duration)}</span>
            </CoverLink>
            <PlayButton song={song} from={from} className="sq" />
          </li>
        ))}
      </ul>
      {songs !== undefined && songs.total > songs.data.length && (
        <Link className="all-songs u b small" to={paths.wraps({ artist_id: id })}>
          {t("artist.allWraps", { name: artist })}
        </Link>
      )}
    </Column>
  );
}

export function ArtistDrops({ drops, failed }: { drops: Listed<Campaign>; failed: boolean }) {
  const { t } = useTranslation();
  return (
    <Column title={t("artist.drops")} list={drops} failed={failed} none={t("artist.noDrops")}>
      <ul className="drop-rows">
        {drops?.data.map((campaign) => (
          <DropCard key={campaign.id} campaign={campaign} sizes="(max-width: 820px) 92vw, 24vw" />
        ))}
      </ul>
      <IssuedNote campaigns={drops?.data} />
    </Column>
  );
}

export function ArtistAlbums({ albums, failed }: { albums: Listed<Album>; failed: boolean }) {
  const { t } = useTranslation();
  return (
    <Column title={t("artist.albums")} list={albums} failed={failed} none={t("artist.noAlbums")}>
      <ul className="album-rows">
        {albums?.data.map((album) => (
          <li key={album.id}>
            <h3 className="row-play">
              <CoverLink className="artist-row" to={paths.album(album.pretty_id)}>
                <Picture image={album.image} alt="" sizes="3.5rem" />
                <span className="b">{album.name}</span>
                <span className="code-l dim">{album.release_date?.slice(0, 4)}</span>
              </CoverLink>
              <PlayAlbumButton album={album} className="sq" />
            </h3>
            <ol>
              {album.tracks.map((track) => (
                <li key={`${track.track_number} ${track.song_id}`}>
                  <span className="code-l dim">{track.track_number}</span>
                  <Link className="small" to={paths.wrap(track.pretty_id)}>
                    {track.name}
                  </Link>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </Column>
  );
}

function Column({
  title,
  list,
  failed,
  none,
  children,
}: {
  title: string;
  list: Listed<unknown>;
  failed: boolean;
  none: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="split">
        <span className="head" data-result-count>
          {title}
        </span>
        {list !== undefined && (
          <span className="code dim" data-result-count>
            {list.total}
          </span>
        )}
      </h2>
      {failed && <ErrorState message={t("artist.failed")} />}
      {!failed && list === undefined && <LoadingRows rows={4} />}
      {list !== undefined && (list.data.length === 0 ? <EmptyState title={none} /> : children)}
    </section>
  );
}
