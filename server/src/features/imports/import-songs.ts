import { rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import type { ImportError } from "@wrapsody/shared/studio/imports.ts";
import { isSameName } from "@wrapsody/shared/text/text.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import {
  addSongs,
  foldTexts,
  type KnownArtist,
  listAlbumsByName,
  listOwnIds,
  listSimilarArtists,
  listSimilarSongs,
  listSongsByIswc,
} from "../catalogue/index.ts";
import { addPictures } from "./archive/add-pictures.ts";
import { readExportedSongs } from "./export/export.data.ts";
import {
  type ExistingMatch,
  groupByKey,
  type ImportDefinition,
  type Importer,
  matchById,
  type NamedAlbum,
} from "./import-definition.ts";
import { insertImportedSongs } from "./imports.data.ts";
import { parseLine } from "./rows/cells.ts";
import { type RowProblem, rowProblem } from "./rows/row-problem.ts";
import { parseSongRow, type SongIdentity, type SongPayload, songColumns, songKeys } from "./rows/song-row.ts";
import { compareSong, completeCells } from "./updates/compare-songs.ts";

/**
 * Defines the import of songs, as drafts without audio, and without artwork unless an archive has it. A song is the same by its id in an export. Otherwise it is a song of
 * the artist with the same ISRC; without one with the same title, album and track number, or title if the row names no album.
 */
export function defineSongImport(
  context: Context,
): ImportDefinition<(typeof songColumns)[number], SongPayload> {
  const findExisting = async (db: Executor, importer: Importer, rows: readonly SongPayload[]) => {
    return findExistingSongs(db, importer, rows, await findArtists(db, importer, rows));
  };
  return {
    kind: "SONGS",
    columns: songColumns,
    required: ["artist", "title"],
    nameOf: ({ title }) => parseLine(title),
    parse: parseSongRow,
    findExisting,
    // Invited importers have no monthly limit: they add thousands of songs.
    readQuota: async () => ({ limit: Number.POSITIVE_INFINITY, beyond: rowProblem(null, "LIMIT", "") }),
    async save(tx, importer, rows) {
      const found = await findArtists(tx, importer, rows);
      const songs = rows.flatMap(({ wrap, albumTypes }, place) => {
        const artist = found[place]?.artist;
        return artist === undefined ? [] : [{ artist, wrap, albumTypes }];
      });
      return addSongs(context, tx, { accountId: importer.accountId, songs });
    },
    recordAdded: insertImportedSongs,
    addPictures: (importer, archive, rows) =>
      addPictures(
        context,
        importer,
        archive,
        rows.map(({ id, payload: { pictures } }) => ({ songId: id, pictures })),
      ),
    async readExisting(db, { accountId }, ids) {
      const songs = await readExportedSongs(db, accountId, ids);
      return songs.map((song) => ({
        id: song.id,
        cells: completeCells(song, {}),
        compare: (written) => compareSong(song, written),
      }));
    },
  };
}

type FoundArtist = { artist: KnownArtist; refusal?: undefined } | { artist?: undefined; refusal: RowProblem };

/** Finds the account's artist of each row, or why there is none; an import locks them until the transaction ends. */
async function findArtists(
  db: Executor,
  { accountId, dryRun }: Importer,
  rows: readonly SongPayload[],
): Promise<FoundArtist[]> {
  const names = [...new Set(rows.map(({ artist }) => artist))];
  const references = [...new Set(rows.flatMap(({ artistReference }) => artistReference ?? []))];
  const keys = await foldTexts(db, names);
  const artists = await listSimilarArtists(db, { accountId, keys, references, lock: !dryRun });
  const keyOf = new Map(names.map((name, place) => [name, keys[place]]));
  return rows.map((row) => chooseArtist(row, artists, keyOf.get(row.artist)));
}

/**
 * Chooses the artist that a row names. Its reference decides between artists of one name; an unknown one is that of another catalogue.
 * Similar spellings are other artists.
 */
function chooseArtist(
  { artist: name, artistReference }: SongPayload,
  artists: readonly KnownArtist[],
  key: string | undefined,
): FoundArtist {
  const refuse = (column: string, code: ImportError["code"], message: string, value: string) => ({
    refusal: rowProblem(column, code, message, value),
  });
  const named = artists.find(
    ({ id, cleanId }) => artistReference === String(id) || artistReference === cleanId,
  );
  if (named !== undefined)
    return isSameName(named.name, name)
      ? { artist: named }
      : refuse("artist_id", "INVALID", rowTexts.otherArtistId(named.name), artistReference ?? "");
  const [only, ...others] = artists.filter((artist) => isSameName(artist.name, name));
  if (only !== undefined && others.length === 0) return { artist: only };
  if (only !== undefined) {
    const cleanIds = [only, ...others].map(({ cleanId }) => cleanId);
    return refuse("artist", "AMBIGUOUS", rowTexts.sameNamedArtists(cleanIds), name);
  }
  const similar = artists.find((artist) => artist.key === key);
  const message = similar === undefined ? rowTexts.noArtist : rowTexts.similarArtist(similar.name);
  return refuse("artist", "UNKNOWN", message, name);
}

async function findExistingSongs(
  db: Executor,
  { accountId, update }: Importer,
  rows: readonly SongPayload[],
  artists: readonly FoundArtist[],
): Promise<ExistingMatch[]> {
  const songs = rows.map(({ wrap: { payload } }, place): SongIdentity => {
    const [album] = payload.albums;
    return {
      artistId: artists[place]?.artist?.id ?? 0,
      title: payload.name,
      isrc: album?.isrc ?? null,
      album: album?.name ?? null,
      trackNumber: album?.trackNumber ?? null,
    };
  });
  const titles = await foldTexts(
    db,
    songs.map(({ title }) => title),
  );
  const there = await listSimilarSongs(db, {
    artistIds: [...new Set(songs.map(({ artistId }) => artistId))],
    titles,
    isrcs: songs.flatMap(({ isrc }) => (isrc === null ? [] : [isrc])),
  });
  const ownIds = await listOwnIds(db, { accountId, kind: "song", ids: rows.flatMap(({ id }) => id ?? []) });
  const songIds = groupByKey(there.flatMap((song) => songKeys(song).map((key) => ({ key, id: song.id }))));
  const byIswc = update ? await findSongsByIswc(db, rows, songs) : [];
  const albums = await findNamedAlbums(db, rows, songs);
  return songs.map((song, place) => {
    const { artist, refusal } = artists[place] ?? {};
    const keys = songKeys(song);
    const [key = ""] = keys;
    const similar = there.find(
      ({ artistId, title, key: titleKey }) =>
        artistId === song.artistId && titleKey === titles[place] && !isSameName(title, song.title),
    );
    return matchById(rows[place]?.id, ownIds, {
      key,
      keys,
      existingIds: songIds.get(key) ?? byIswc[place] ?? [],
      refusal,
      spelling: { column: "title", name: song.title, key: `${song.artistId} ${titles[place]}` },
      albums: albums[place] ?? [],
      similarName: similar?.title,
      artist: artist && { id: artist.id, artist_clean_id: artist.cleanId, name: artist.name },
    });
  });
}

/** Finds the albums that each row names. */
async function findNamedAlbums(
  db: Executor,
  rows: readonly SongPayload[],
  songs: readonly SongIdentity[],
): Promise<NamedAlbum[][]> {
  const there = await listAlbumsByName(db, {
    artistIds: [...new Set(songs.map(({ artistId }) => artistId))],
    names: [...new Set(rows.flatMap(({ wrap: { payload } }) => payload.albums.map(({ name }) => name)))],
  });
  return rows.map(({ wrap: { payload } }, place) => {
    const artistId = songs[place]?.artistId;
    return payload.albums.map(({ name, releaseDate }, at) => ({
      column: at === 0 ? "release_date" : "more_albums",
      name,
      key: `${artistId} ${name}`,
      date: releaseDate,
      existingDates: there
        .filter((album) => album.artistId === artistId && album.name === name)
        .map(({ date }) => date),
    }));
  });
}

/** Finds the song of each row by its ISWC, which other recordings of the work may have, too: only if the artist has one such song. */
async function findSongsByIswc(
  db: Executor,
  rows: readonly SongPayload[],
  songs: readonly SongIdentity[],
): Promise<(number[] | undefined)[]> {
  const there = await listSongsByIswc(db, {
    artistIds: [...new Set(songs.map(({ artistId }) => artistId))],
    iswcs: rows.flatMap(({ wrap: { payload } }) => payload.iswc ?? []),
  });
  return rows.map(({ wrap: { payload } }, place) => {
    const same = there.filter(
      ({ artistId, iswc }) => artistId === songs[place]?.artistId && iswc === payload.iswc,
    );
    return same.length === 1 ? same.map(({ id }) => id) : undefined;
  });
}
