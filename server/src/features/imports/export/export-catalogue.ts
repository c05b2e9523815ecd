import { Readable } from "node:stream";
import { type ImportKind, importColumns } from "@wrapsody/shared/studio/imports.ts";
import { tsvRow } from "@wrapsody/shared/text/tsv.ts";
import { FileDownload } from "../../../platform/api/streamed-json.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { type ArchivedFile, PICTURE_FOLDER, tableNames, writeArchive } from "../archive/archive.ts";
import {
  type ExportedPicture,
  listExportedArtists,
  listExportedArtworks,
  listExportedCovers,
  listExportedSongIds,
  readExportedSongs,
} from "./export.data.ts";
import { artworkName, coverName, formatArtist, formatSong } from "./format-row.ts";

/** Rows per query. Lyrics may have 64 kB, so a page has 16 MB at most. */
const PAGE_SIZE = 250;

/** Returns all artists or wraps of the account as a TSV file in the format of the import, generated while it is sent. */
export function exportTable(context: Context, accountId: string, kind: ImportKind): FileDownload {
  return new FileDownload({
    contentType: "text/tab-separated-values; charset=utf-8",
    name: `wrapsody-${kind.toLowerCase()}.tsv`,
    content: openTable(context, accountId, kind),
  });
}

function openTable({ db }: Context, accountId: string, kind: ImportKind): Readable {
  const rows = kind === "ARTISTS" ? readArtists(db, accountId) : readSongs(db, accountId);
  return Readable.from(formatFile(importColumns[kind], rows), { objectMode: false });
}

/** Returns the tables of the account with their pictures as an archive, generated while it is sent. */
export function exportCatalogue(context: Context, accountId: string): FileDownload {
  return new FileDownload({
    contentType: "application/zip",
    name: "wrapsody-catalogue.zip",
    content: writeArchive(listFiles(context, accountId)),
  });
}

async function* listFiles(context: Context, accountId: string): AsyncGenerator<ArchivedFile> {
  for (const kind of ["ARTISTS", "SONGS"] as const)
    yield { name: tableNames[kind], open: async () => openTable(context, accountId, kind) };
  for (const { list, nameOf } of pictures)
    for await (const { id, key } of readPictures(context.db, accountId, list))
      yield {
        name: `${PICTURE_FOLDER}${nameOf(id, key)}`,
        isCompressed: true,
        open: () => context.storage.read(key),
      };
}

const pictures = [
  { list: listExportedArtworks, nameOf: artworkName },
  { list: listExportedCovers, nameOf: coverName },
] as const;

async function* readPictures(
  db: Executor,
  accountId: string,
  list: (typeof pictures)[number]["list"],
): AsyncGenerator<ExportedPicture> {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const page: ExportedPicture[] = await list(db, { accountId, after, limit: PAGE_SIZE });
    yield* page;
    after = page.at(-1)?.id;
  }
}

type Row = Readonly<Record<string, string>>;

/** Yields the file in chunks, with the byte order mark by which spreadsheets detect UTF-8. */
async function* formatFile(columns: readonly string[], pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  yield `\uFEFF${tsvRow(columns)}\r\n`;
  for await (const rows of pages)
    if (rows.length > 0)
      yield rows.map((row) => `${tsvRow(columns.map((column) => row[column] ?? ""))}\r\n`).join("");
}

async function* readArtists(db: Executor, accountId: string): AsyncGenerator<Row[]> {
  let after: number | undefined = 0;
  while (after !== undefined) {
    const artists = await listExportedArtists(db, { accountId, after, limit: PAGE_SIZE });
    yield artists.map(formatArtist);
    after = artists.at(-1)?.id;
  }
}

/** Keeps nothing but the ids: a page by the account and an id would read all its wraps every time. */
async function* readSongs(db: Executor, accountId: string): AsyncGenerator<Row[]> {
  const ids = await listExportedSongIds(db, accountId);
  for (let start = 0; start < ids.length; start += PAGE_SIZE)
    yield (await readExportedSongs(db, accountId, ids.slice(start, start + PAGE_SIZE))).map(formatSong);
}
