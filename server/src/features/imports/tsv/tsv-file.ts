import { fileTexts } from "@wrapsody/shared/import-rows.ts";
import { importLimits, importTexts } from "@wrapsody/shared/imports.ts";
import { decode, detectEncoding } from "./encoding.ts";
import { invalidFile } from "./refuse.ts";
import { type Row, readRows } from "./rows.ts";

/** A file that is a table: its first row, how many there are below, and those one by one. */
export type TsvFile = { heading: Row; total: number; rows(): AsyncGenerator<Row> };

/** A file as it was sent. `bytes` reads it from the beginning, each time it is called, piece by piece. */
export type UploadedFile = { fileName: string; bytes: () => AsyncIterable<Uint8Array> };

/**
 * Reads a file from end to end once, so that what is wrong with it as a whole is known before any row is acted upon. The
 * type that a browser tells is not looked at: many know none for such files.
 *
 * @throws Failure E0007 on the file: it is no TSV, holds no rows or too many, or a quote in it is never closed
 */
export async function openTsv({ fileName, bytes }: UploadedFile): Promise<TsvFile> {
  if (!/\.tsv$/i.test(fileName) || (await isArchive(bytes()))) throw invalidFile(importTexts.notTsv);
  const encoding = await detectEncoding(bytes());
  if (!(await isTable(decode(bytes(), encoding)))) throw invalidFile(importTexts.notTsv);
  const all = () => readRows(decode(bytes(), encoding));
  let heading: Row | undefined;
  let total = 0;
  for await (const row of all()) {
    if (heading !== undefined) total += 1;
    else heading = row;
    if (total > importLimits.rows) throw invalidFile(fileTexts.tooMany);
  }
  if (heading === undefined || total === 0) throw invalidFile(fileTexts.noRows);
  return { heading, total, rows: () => skipHeading(all()) };
}

async function* skipHeading(rows: AsyncGenerator<Row>): AsyncGenerator<Row> {
  let isHeading = true;
  for await (const row of rows) {
    if (!isHeading) yield row;
    isHeading = false;
  }
}

/**
 * Every kind of import needs several columns, so a text whose first line holds no tab is something else: other separators,
 * a page of the web. One of nothing but blanks is told as what it is later on.
 */
async function isTable(text: AsyncIterable<string>): Promise<boolean> {
  let start = "";
  for await (const piece of text) {
    start = (start + piece).trimStart();
    if (/[\r\n]/.test(start) || start.length > MAX_HEADING_LENGTH) break;
  }
  const [line = ""] = start.split(/[\r\n]/, 1);
  return start === "" || (line.includes("\t") && !line.startsWith("<"));
}

const MAX_HEADING_LENGTH = 10_000;

/** How files of spreadsheet programs begin, and others that are given a wrong name. */
const archiveSignatures = ["504b0304", "d0cf11e0", "25504446", "1f8b"];

async function isArchive(bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  for await (const piece of bytes) {
    const start = Buffer.from(piece.subarray(0, 4)).toString("hex");
    return archiveSignatures.some((beginning) => start.startsWith(beginning));
  }
  return false;
}
