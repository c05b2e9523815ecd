import { rowTexts } from "@wrapsody/shared/import-rows.ts";
import type { Context } from "../../platform/context.ts";
import type { Executor } from "../../platform/database/database.ts";
import { addSongs, foldTexts, listArtistsByKey, listMatchingSongs } from "../catalogue/index.ts";
import type { ExistingMatch, ImportDefinition, Importer } from "./import-definition.ts";
import { oneLine, rowProblem } from "./rows/row-problem.ts";
import { parseSongRow, type SongIdentity, type SongPayload, songColumns, songKeys } from "./rows/song-row.ts";

/**
 * Defines the import of songs, as drafts without artwork and audio. A song of the artist is the same by ISRC;
 * without one by title, album and track number, or by title if the row names no album.
 */
export function defineSongImport(
  context: Context,
): ImportDefinition<(typeof songColumns)[number], SongPayload> {
  const findExisting = async (db: Executor, importer: Importer, rows: readonly SongPayload[]) => {
    const artists = await findArtists(db, importer, rows);
    return findExistingSongs(db, rows, artists);
  };
  return {
    kind: "SONGS",
    columns: songColumns,
    required: ["artist", "title"],
    nameOf: ({ title }) => oneLine(title),
    parse: parseSongRow,
    findExisting,
    // Invited importers have no monthly limit: they add thousands of songs.
    readQuota: async () => ({ most: Number.POSITIVE_INFINITY, beyond: rowProblem(null, "LIMIT", "") }),
    async save(tx, importer, rows) {
      const artists = await findArtists(tx, importer, rows);
      const songs = rows.flatMap(({ wrap }, place) => {
        const artist = artists[place];
        return artist === undefined ? [] : [{ artist, wrap }];
      });
      return addSongs(context, tx, { accountId: importer.accountId, songs });
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
  const ids = new Map(there.toReversed().flatMap((song) => songKeys(song).map((key) => [key, song.id])));
  return songs.map((song, place) => {
    const keys = songKeys(song);
    const [key = ""] = keys;
    const artist = rows[place]?.artist ?? "";
    const refusal =
      artists[place] === undefined ? rowProblem("artist", "UNKNOWN", rowTexts.noArtist, artist) : undefined;
    return { key, keys, existingId: ids.get(key), refusal };
  });
}
