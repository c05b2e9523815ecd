import { PassThrough, type Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { type ImportKind, importLimits, importTexts } from "@wrapsody/shared/studio/imports.ts";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { ZipFile as ZipWriter } from "yazl";
import { Failure } from "../../../platform/failure.ts";
import { invalidFile } from "../tsv/encoding.ts";

/** The names of the tables in an archive, and the folder of its pictures. */
export const tableNames = { ARTISTS: "artists.tsv", SONGS: "songs.tsv" } as const satisfies Record<
  ImportKind,
  string
>;
export const PICTURE_FOLDER = "covers/";

/** A file of an archive. `open` is called when those before have been read. */
export type ArchivedFile = { name: string; isCompressed?: boolean; open(): Promise<Readable> };

/** Returns an archive that reads its files one after the other as it is read. If one fails, the archive does. */
export function writeArchive(files: AsyncIterable<ArchivedFile>): Readable {
  const zip = new ZipWriter();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  zip.on("error", (error: Error) => output.destroy(error));
  addFiles(zip, files, output).catch((error: Error) => output.destroy(error));
  return output;
}

async function addFiles(
  zip: ZipWriter,
  files: AsyncIterable<ArchivedFile>,
  output: PassThrough,
): Promise<void> {
  for await (const { name, isCompressed = false, open } of files) {
    const source = await open();
    const stop = () => source.destroy();
    // A reader that leaves would otherwise keep the file open.
    output.once("close", stop);
    if (output.destroyed) stop();
    zip.addReadStream(source, name, { compress: !isCompressed });
    await finished(source);
    output.off("close", stop);
  }
  zip.end();
}

/** An uploaded archive with the table of a kind of import. */
export type Archive = {
  /** Streams the table from the beginning. */
  table(): AsyncGenerator<Uint8Array>;
  hasPicture(name: string): boolean;
  /** Reads a picture into memory; undefined if it is too large. */
  readPicture(name: string): Promise<Buffer | undefined>;
  close(): void;
};

/**
 * Opens an archive as exports have it. A folder around its files, which some programs add, is ignored.
 *
 * @throws Failure E0007 if it is no archive with such a table, E0008 if the table is too large
 */
export async function openArchive(path: string, kind: ImportKind): Promise<Archive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((cause: unknown) => {
    throw invalidFile(importTexts.notTsv, cause);
  });
  try {
    const entries = await readEntries(zip);
    const tablePath = [...entries.keys()].find(
      (name) => baseName(name) === tableNames[kind] && !name.startsWith("__MACOSX/"),
    );
    const table = tablePath === undefined ? undefined : entries.get(tablePath);
    if (tablePath === undefined || table === undefined) throw invalidFile(importTexts.notTsv);
    if (table.uncompressedSize > importLimits.bytes)
      throw new Failure("E0008", { errors: [{ field: "tsvImport", message: importTexts.tooLarge }] });
    const folder = `${tablePath.slice(0, -tableNames[kind].length)}${PICTURE_FOLDER}`;
    return {
      table: () => readTable(zip, table),
      hasPicture: (name) => entries.has(`${folder}${name}`),
      async readPicture(name) {
        const entry = entries.get(`${folder}${name}`);
        if (entry === undefined || entry.uncompressedSize > importLimits.pictureBytes) return undefined;
        return buffer(await zip.openReadStreamPromise(entry));
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > importLimits.archiveFiles) throw invalidFile(importTexts.notTsv);
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (cause) {
    throw invalidFile(importTexts.notTsv, cause);
  }
  return entries;
}

async function* readTable(zip: ZipFile, table: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* await zip.openReadStreamPromise(table);
  } catch (cause) {
    throw invalidFile(importTexts.notTsv, cause);
  }
}
