import { rowTexts } from "@wrapsody/shared/import-rows.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import {
  addSongs,
  foldTexts,
  listArtistsByKey,
  listMatchingSongs,
  listOwnIds,
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
} from "./import-definition.ts";
import { insertImportedSongs } from "./imports.data.ts";
import { parseLine } from "./rows/cells.ts";
import { rowProblem } from "./rows/row-problem.ts";
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
    const artists = await findArtists(db, importer, rows);
    return findExistingSongs(db, importer, rows, artists);
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
      const artists = await findArtists(tx, importer, rows);
      const songs = rows.flatMap(({ wrap, albumTypes }, place) => {
        const artist = artists[place];
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

type Artist = { id: number; name: string };

/** Finds the account's artist of each row; an import locks them until the transaction ends. */
async function findArtists(
  db: Executor,
  { accountId, dryRun }: Importer,
  rows: readonly SongPayload[],
): Promise<(Artist | undefined)[]> {
  const names = [...new Set(rows.map(({ artist }) => artist))];
  const keys = await foldTexts(db, names);
  const artists = await listArtistsByKey(db, { accountId, keys, lock: !dryRun });
  const byName = new Map(
    names.map((name, place) => {
      const same = artists.filter(({ key }) => key === keys[place]);
      return [name, same.find((artist) => artist.name === name) ?? same[0]];
    }),
  );
  return rows.map(({ artist }) => byName.get(artist));
}

async function findExistingSongs(
  db: Executor,
  { accountId, update }: Importer,
  rows: readonly SongPayload[],
  artists: readonly (Artist | undefined)[],
): Promise<ExistingMatch[]> {
  const folded = await foldTexts(
    db,
    rows.flatMap(({ wrap: { payload } }) => [payload.name, payload.albums[0]?.name ?? ""]),
  );
  const songs = rows.map(({ wrap: { payload } }, place): SongIdentity => {
    const [album] = payload.albums;
    return {
      artistId: artists[place]?.id ?? 0,
      title: folded[2 * place] ?? "",
      isrc: album?.isrc ?? null,
      album: album === undefined ? null : (folded[2 * place + 1] ?? ""),
      trackNumber: album?.trackNumber ?? null,
    };
  });
  const there = await listMatchingSongs(db, {
    artistIds: [...new Set(songs.map(({ artistId }) => artistId))],
    titles: songs.map(({ title }) => title),
    isrcs: songs.flatMap(({ isrc }) => (isrc === null ? [] : [isrc])),
  });
  const ownIds = await listOwnIds(db, { accountId, kind: "song", ids: rows.flatMap(({ id }) => id ?? []) });
  const songIds = groupByKey(there.flatMap((song) => songKeys(song).map((key) => ({ key, id: song.id }))));
  const byIswc = update ? await findSongsByIswc(db, rows, artists) : [];
  return songs.map((song, place) => {
    const { id, artist = "" } = rows[place] ?? {};
    const keys = songKeys(song);
    const [key = ""] = keys;
    const refusal =
      artists[place] === undefined ? rowProblem("artist", "UNKNOWN", rowTexts.noArtist, artist) : undefined;
    return matchById(id, ownIds, {
      key,
      keys,
      existingIds: songIds.get(key) ?? byIswc[place] ?? [],
      refusal,
    });
  });
}

/** Finds the song of each row by its ISWC, which other recordings of the work may have, too: only if the artist has one such song. */
async function findSongsByIswc(
  db: Executor,
  rows: readonly SongPayload[],
  artists: readonly (Artist | undefined)[],
): Promise<(number[] | undefined)[]> {
  const there = await listSongsByIswc(db, {
    artistIds: [...new Set(artists.flatMap((artist) => artist?.id ?? []))],
    iswcs: rows.flatMap(({ wrap: { payload } }) => payload.iswc ?? []),
  });
  return rows.map(({ wrap: { payload } }, place) => {
    const same = there.filter(
      ({ artistId, iswc }) => artistId === artists[place]?.id && iswc === payload.iswc,
    );
    return same.length === 1 ? same.map(({ id }) => id) : undefined;
  });
}
