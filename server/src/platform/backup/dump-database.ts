import { createHash } from "node:crypto";
import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import type pg from "pg";
import { keyFinder, type StorageKey } from "../storage/key.ts";
import type { Dump, DumpedTable } from "./manifest.ts";
import type { Progress } from "./progress.ts";
import type { Repository } from "./repository.ts";
import {
  beginSnapshot,
  copyTable,
  listPartitions,
  listSequences,
  listTables,
  readServer,
  type Table,
} from "./snapshot.data.ts";

/** Bytes of COPY text in one object: buckets limit its size, and it is complete on a disk before it is sent to one. */
const PART_BYTES = 1 << 30;

/** Tables that also name files which were never stored, or are deleted already. */
const FORMER_KEYS: readonly string[] = ["stored_file", "backup_run", "answered_call"];

/** Returns a function that collects the files to which the rows of a table refer. */
function keyCollector({ schema, name }: Table, keys: Set<StorageKey>): (piece: Buffer) => void {
  if (schema !== "public" || FORMER_KEYS.includes(name)) return () => undefined;
  return keyFinder((key) => keys.add(key));
}

/** Stores all tables as one transaction sees them. Returns the files that they refer to as well. */
export async function dumpDatabase(
  client: pg.Client,
  { repository, id, progress }: { repository: Repository; id: string; progress: Progress },
): Promise<{ dump: Dump; fileKeys: Set<StorageKey> }> {
  const fileKeys = new Set<StorageKey>();
  await beginSnapshot(client);
  const tables: DumpedTable[] = [];
  const [server, partitions] = [await readServer(client), await listPartitions(client)];
  for (const table of await listTables(client)) {
    const dumped = await dumpTable(client, table, {
      findKeys: keyCollector(table, fileKeys),
      write: (part, content) => repository.write(id, partName(table, part), compress(content)),
    });
    progress.addRows(dumped.rows);
    tables.push(dumped);
  }
  const sequences = await listSequences(client);
  await client.query("commit");
  return { dump: { ...server, tables, partitions, sequences }, fileKeys };
}

/** Returns the files to which the database refers now. */
export async function findReferencedKeys(client: pg.Client): Promise<Set<StorageKey>> {
  const fileKeys = new Set<StorageKey>();
  await beginSnapshot(client);
  for (const table of await listTables(client)) {
    const findKeys = keyCollector(table, fileKeys);
    for await (const piece of copyTable(client, table)) findKeys(piece);
  }
  await client.query("commit");
  return fileKeys;
}

type PartWriter = {
  findKeys(piece: Buffer): void;
  write(part: number, content: AsyncIterable<Buffer>): Promise<void>;
};

async function dumpTable(
  client: pg.Client,
  table: Table,
  { findKeys, write }: PartWriter,
): Promise<DumpedTable> {
  const pieces: AsyncIterator<Buffer> = copyTable(client, table)[Symbol.asyncIterator]();
  const hash = createHash("sha256");
  let bytes = 0;
  let rows = 0;
  let parts = 0;
  let isDone = false;

  async function* nextPart(): AsyncGenerator<Buffer> {
    for (const end = bytes + PART_BYTES; bytes < end; ) {
      const { value, done } = await pieces.next();
      if (done === true) {
        isDone = true;
        return;
      }
      bytes += value.length;
      // The server may report its count only after the end of the stream.
      rows += countRows(value);
      hash.update(value);
      findKeys(value);
      yield value;
    }
  }

  try {
    for (; !isDone; parts += 1) await write(parts, nextPart());
  } finally {
    await pieces.return?.();
  }
  return { ...table, rows, bytes, sha256: hash.digest("hex"), parts };
}

/** Streams the COPY text of a dumped table. @throws BackupError if a part is missing or damaged */
export async function* readTable(
  repository: Repository,
  id: string,
  table: DumpedTable,
): AsyncGenerator<Buffer> {
  for (let part = 0; part < table.parts; part += 1)
    yield* decompress(await repository.read(id, partName(table, part)));
}

const NEWLINE = 10;

/** Counts the rows of COPY text by their ends, because line breaks within values are escaped. */
export function countRows(piece: Buffer): number {
  let rows = 0;
  for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}

function partName({ schema, name }: Table, part: number): string {
  return `database/${schema}.${name}.${part}`;
}

export function compress(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  return transformStream(content, createZstdCompress());
}

export function decompress(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  return transformStream(content, createZstdDecompress());
}

async function* transformStream(
  content: AsyncIterable<Uint8Array>,
  transformer: Transform,
): AsyncGenerator<Buffer> {
  // An error of the content is thrown where the transformer is read.
  const ended = pipeline(content, transformer).catch(() => undefined);
  try {
    yield* transformer;
  } finally {
    transformer.destroy();
    await ended;
  }
}
