import { HydrationBoundary, useQueryClient } from "@tanstack/react-query";
import type { AnswerOf, Endpoint } from "@wrapsody/shared/api/endpoint.ts";
import type { Image } from "@wrapsody/shared/api/media.ts";
import { getAlbum, getArtist, getArtistSongs, type Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { getPlaylist } from "@wrapsody/shared/catalogue/playlists.ts";
import type { TFunction } from "i18next";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { useTranslation } from "react-i18next";
import { data, type MetaDescriptor, useParams } from "react-router";
import type { RequestOptions } from "../../../lib/api/api-fetch.ts";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { pageData, queryOf, readLoaded, required } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { useContinuedPlayback } from "../../../shell/player/continued-playback.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import type { PlayOrigin } from "../../../shell/player/play-origin.ts";
import { usePlayerPart } from "../../../shell/player/player.ts";
import { formatCount, formatDuration } from "../../../ui/format/format.ts";
import { EmbedFrame, EmbedMissing } from "../../../ui/layout/embed-frame.tsx";
import { originOfAlbum } from "../album/album-data.ts";
import { originOfPlaylist } from "../playlist/playlist-data.ts";
import type { Route } from "./+types/embed-list";
import "./embed-list.css";

/** Hides the header and the player bar, because other sites embed the page. */
export const handle = { bare: true };

/** Contents of an embedded player of several songs. */
type SongList = {
  name: string;
  by: string;
  /** The title of the document. */
  title: string;
  path: string;
  image: Image | null;
  facts: string;
  songs: readonly { song: Song; number: number }[];
  from: PlayOrigin;
  /** The page with the songs that are left out. */
  more?: { path: string; label: string } | undefined;
};

type Reader = {
  id: string;
  /** Returns the response of a call that the page has loaded. */
  read<E extends Endpoint>(endpoint: E, options: RequestOptions<E>): AnswerOf<E> | undefined;
  t: TFunction;
  language: string;
};

type Kind = {
  calls(id: string): ReturnType<typeof required>[];
  toList(reader: Reader): SongList | undefined;
  /** The key of the text about one that is not public. */
  missing: string;
};

const optionsOf = (id: string) => ({ params: { id } });

const album: Kind = {
  calls: (id) => [required(getAlbum, optionsOf(id))],
  toList({ id, read, t }) {
    const page = read(getAlbum, optionsOf(id));
    if (page === undefined) return undefined;
    const { pretty_id, name, artist, image, type, release_date, tracks } = page;
    return {
      name,
      by: artist.name,
      title: t("wrap.embedTitle", { name, artist: artist.name }),
      path: paths.album(pretty_id),
      image,
      facts: [t(`album.type.${type}`), release_date?.slice(0, 4)].filter(Boolean).join(", "),
      songs: tracks.map(({ song, track_number }) => ({ song, number: track_number })),
      from: originOfAlbum(page),
    };
  },
  missing: "album.missing",
};

/** The newest songs, with which the player ends. */
const artistSongsOf = (id: string) => ({ ...optionsOf(id), list: { limit: 20 } });

const artist: Kind = {
  calls: (id) => [required(getArtist, optionsOf(id)), required(getArtistSongs, artistSongsOf(id))],
  toList(reader) {
    const { id, read, t } = reader;
    const page = read(getArtist, optionsOf(id));
    const newest = read(getArtistSongs, artistSongsOf(id));
    if (page === undefined || newest === undefined) return undefined;
    const { name, artist_clean_id, image } = page;
    const isWhole = newest.data.length === newest.total;
    return {
      name,
      by: t("artist.kind"),
      title: t("artist.embedTitle", { name }),
      path: paths.artist(artist_clean_id),
      image,
      facts: newest.total === 0 ? t("artist.noSongs") : countSongs(reader, newest.total),
      songs: numberSongs(newest.data),
      from: { id: `artist/${page.id}`, songs: newest.data },
      more: isWhole
        ? undefined
        : { path: paths.wraps({ artist_id: page.id }), label: t("artist.allWraps", { name }) },
    };
  },
  missing: "artist.missing",
};

const playlist: Kind = {
  calls: (id) => [required(getPlaylist, optionsOf(id))],
  toList(reader) {
    const { id, read, t } = reader;
    const page = read(getPlaylist, optionsOf(id));
    if (page === undefined) return undefined;
    const { name, owner, covers, songs } = page;
    return {
      name,
      by: t("playlist.by", { owner }),
      title: t("wrap.embedTitle", { name, artist: owner }),
      path: paths.playlist(id),
      image: covers[0] ?? null,
      facts: countSongs(reader, songs.length),
      songs: numberSongs(songs),
      from: originOfPlaylist(page),
    };
  },
  missing: "playlist.missing",
};

const countSongs = ({ t, language }: Reader, count: number) =>
  t("playlist.count", { count, total: formatCount(count, language) });
const numberSongs = (songs: readonly Song[]) => songs.map((song, at) => ({ song, number: at + 1 }));

const kinds = new Map(Object.entries({ album, artist, playlist }));

const page = pageData(({ params: { kind = "", id = "" } }) => {
  const known = kinds.get(kind);
  if (known === undefined) throw data("Unknown kind", { status: 404 });
  return known.calls(id);
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;

export function meta({ loaderData, matches, params: { kind, id } }: Route.MetaArgs): MetaDescriptor[] {
  const { publicUrl, language } = siteOf(matches);
  const t = textIn(language);
  const list =
    loaderData &&
    kinds.get(kind)?.toList({
      id,
      read: (endpoint, options) => readLoaded(loaderData.dehydrated, endpoint, options),
      t,
      language,
    });
  if (list === undefined) return titleOnly(t("errors.notFoundTitle"), language);
  return [
    ...titleOnly(list.title, language),
    { tagName: "link", rel: "canonical", href: `${publicUrl}${list.path}` },
  ];
}

export function ErrorBoundary() {
  const { t } = useTranslation();
  const { kind = "" } = useParams();
  return <EmbedMissing text={t(kinds.get(kind)?.missing ?? "errors.notFoundTitle")} />;
}

export default function EmbedListPage({ loaderData, params: { kind, id } }: Route.ComponentProps) {
  const known = kinds.get(kind);
  return (
    <HydrationBoundary state={loaderData.dehydrated}>
      {known === undefined ? null : <EmbeddedList kind={known} id={id} />}
    </HydrationBoundary>
  );
}

function EmbeddedList({ kind, id }: { kind: Kind; id: string }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  useContinuedPlayback({ isEmbedded: true });
  const list = kind.toList({
    id,
    read: (endpoint, options) => client.getQueryData(queryOf(endpoint, options).queryKey),
    t,
    language: i18n.language,
  });
  if (list === undefined) return null;
  const { name, by, path, image, facts, songs, from, more } = list;
  return (
    <EmbedFrame
      className="embed-list"
      image={image}
      name={name}
      by={by}
      path={path}
      below={
        <ol className="embed-tracks">
          {songs.map(({ song, number }) => (
            <EmbeddedTrack key={`${number} ${song.id}`} song={song} number={number} from={from} />
          ))}
          {more === undefined ? null : (
            <li className="embed-more">
              <a className="small u" href={more.path} target="_blank" rel="noreferrer">
                {more.label} <ArrowUpRight className="i" aria-hidden />
              </a>
            </li>
          )}
        </ol>
      }
    >
      <p className="code">{facts}</p>
    </EmbedFrame>
  );
}

function EmbeddedTrack({ song, number, from }: { song: Song; number: number; from: PlayOrigin }) {
  const { t } = useTranslation();
  const sounding = usePlayerPart((player) => player.playing && player.song?.id === song.id);
  return (
    <li value={number} aria-current={sounding || undefined}>
      <PlayButton song={song} from={from} className="sq embed-play" />
      <span className="small embed-name">{song.name}</span>
      <span className="code">
        {song.audio_uri === null ? t("wrap.noAudio") : formatDuration(song.duration)}
      </span>
    </li>
  );
}
