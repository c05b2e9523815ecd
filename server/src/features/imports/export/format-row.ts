import { extname } from "node:path";
import { streamingServices } from "@wrapsody/shared/catalogue/catalogue.ts";
import { writeDuration } from "@wrapsody/shared/catalogue/durations.ts";
import { findCode } from "@wrapsody/shared/studio/codes.ts";
import type { importColumns } from "@wrapsody/shared/studio/imports.ts";
import { studioLimits } from "@wrapsody/shared/studio/studio.ts";
import type { StorageKey } from "../../../platform/storage/key.ts";
import { escapeChar, escapeLine, escapeLines } from "../rows/escapes.ts";
import type { Cells } from "../tsv/heading.ts";
import type { ExportedArtist, ExportedSong } from "./export.data.ts";

export type ArtistCells = Cells<(typeof importColumns.ARTISTS)[number]>;
export type SongCells = Cells<(typeof importColumns.SONGS)[number]>;

/** Formats an artist as a row of an import. `email` would invite another owner, so it is empty. */
export function formatArtist({ id, name, description, links }: ExportedArtist): ArtistCells {
  return {
    name: escapeLine(name),
    description: description.trim(),
    email: "",
    links: joinParts(
      links.map(
        ({ dsp, name: linkName, link }) => `${dsp ?? pageName(linkName)}: ${escapeLine(pageLink(link))}`,
      ),
    ),
    id: String(id),
  };
}

/** Escapes a name so that it is no service and ends at the colon. */
function pageName(name: string): string {
  const isService = findCode(streamingServices, name.replace(/ music$/i, "")) !== undefined;
  const escaped = escapeLine(name).replaceAll(":", escapeChar(":"));
  return isService ? `${escapeChar(escaped)}${escaped.slice(1)}` : escaped;
}

/** Addresses are stored in percent-encoding, which may be longer than what was typed and than an import takes. */
function pageLink(link: string): string {
  if (link.length <= studioLimits.link) return link;
  const readable = link.replace(/(?:%[89A-F][0-9A-F])+/g, (bytes) => decodeBytes(bytes));
  return URL.canParse(readable) && new URL(readable).href === link ? readable : link;
}

function decodeBytes(bytes: string): string {
  return Buffer.from(bytes.replaceAll("%", ""), "hex").toString();
}

/** Formats a wrap as a row of an import. */
export function formatSong(song: ExportedSong): SongCells {
  const [album, ...moreAlbums] = song.albums;
  const genres = song.tags.filter(({ genre }) => genre);
  const otherTags = song.tags.filter(({ genre }) => !genre);
  return {
    artist: escapeLine(song.artist),
    title: escapeLine(song.name),
    iswc: song.iswc ?? "",
    nickname: escapeLine(song.nickname ?? ""),
    duration: song.duration === 0 ? "" : writeDuration(song.duration),
    description: song.description.trim(),
    album: escapeLine(album?.name ?? ""),
    track_number: String(album?.track_number ?? ""),
    release_date: album?.release_date ?? "",
    isrc: album?.isrc ?? "",
    languages: formatLanguages(album?.languages ?? []),
    credits: joinParts(song.credits.map(({ role, value }) => `${role}: ${escapeLine(value)}`)),
    dates: joinParts(song.dates.map(({ date_type, date }) => `${date_type}: ${date}`)),
    owners: joinParts(song.owners.map(formatOwner)),
    dsps: joinParts(song.dsps.map(({ dsp, link }) => `${dsp}: ${trackLink(link)}`)),
    genres: joinParts(genres.map(({ tag }) => escapeLine(tag))),
    tags: joinParts(otherTags.map(({ tag }) => escapeLine(tag))),
    lyrics: escapeLines(song.lyrics ?? ""),
    lyrics_language: song.lyrics_language ?? "",
    credited_artist: song.credited_artist === song.artist ? "" : escapeLine(song.credited_artist),
    owner_emails: formatOwnerEmails(song.owners),
    more_albums: joinParts(moreAlbums.map(formatAlbum)),
    album_type: joinParts(song.releases.map(({ type }) => type)),
    album_cover: song.releases.every(({ cover_key }) => cover_key === null)
      ? ""
      : joinParts(
          song.releases.map(({ id, cover_key }) => (cover_key === null ? "" : coverName(id, cover_key))),
        ),
    artwork: song.artwork_key === null ? "" : artworkName(song.id, song.artwork_key),
    artist_id: song.artist_clean_id,
    id: String(song.id),
  };
}

/** Returns the name of a wrap's artwork in the folder of pictures. */
export const artworkName = (songId: number, key: StorageKey) => `wrap-${songId}${extname(key)}`;
/** Returns the name of an album's own cover in the folder of pictures. */
export const coverName = (albumId: number, key: StorageKey) => `album-${albumId}${extname(key)}`;

const joinParts = (parts: readonly string[]) => parts.join("; ");
const formatLanguages = (languages: readonly string[]) => [...new Set(languages)].join(", ");

function formatAlbum(album: ExportedSong["albums"][number]): string {
  const values = [
    escapeLine(album.name),
    String(album.track_number),
    album.release_date ?? "",
    album.isrc ?? "",
    formatLanguages(album.languages),
  ];
  const last = values.findLastIndex((value) => value !== "");
  return values.slice(0, last + 1).join(" | ");
}

type Owner = ExportedSong["owners"][number];

/** A colon before the shares would be read as a separator. */
function formatOwner({ name, ownership_points, royalty_points }: Owner): string {
  const escaped = escapeLine(name).replace(/:$/, escapeChar(":"));
  return `${escaped} ${ownership_points / 100}/${royalty_points / 100}`;
}

/** Owners without an address are named if others have the same name, because names are matched in order. */
function formatOwnerEmails(owners: readonly Owner[]): string {
  const named = owners.filter(
    ({ name, email }) =>
      email !== null || owners.some((other) => other.name === name && other.email !== null),
  );
  return joinParts(named.map(({ name, email }) => `${escapeLine(name)}: ${email ?? ""}`.trim()));
}

/** Stored addresses have a scheme, with which they may be longer than an import takes. */
function trackLink(link: string): string {
  const escaped = escapeLine(link);
  if (escaped.length <= studioLimits.link) return escaped;
  return escaped.replace(/^https:\/\/(www\.|soundcloud\.com\/)?/, "");
}
