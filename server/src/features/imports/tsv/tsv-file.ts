import { fileTexts } from "@wrapsody/shared/studio/import-rows.ts";
import { importLimits, importTexts } from "@wrapsody/shared/studio/imports.ts";
import { decode, detectEncoding, invalidFile } from "./encoding.ts";
import { type Row, readRows } from "./rows.ts";

/** A table: its first row, the number of rows below, and an iterator over them. */
type TsvFile = { heading: Row; total: number; rows(): AsyncGenerator<Row> };

/** An uploaded file. Each call of `bytes` reads it from the beginning in chunks. */
type UploadedFile = { fileName: string; bytes: () => AsyncIterable<Uint8Array> };

/**
 * Reads the whole file once, so that problems of the file are known before any row is imported. Ignores the
 * media type, because many browsers send none for TSV.
 *
 * @throws Failure E0007 if it is no TSV, has no rows or too many, or a quote is never closed
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
 * Every kind needs several columns, so a first line without a tab means other separators or a web page. Blank
 * files are reported later.
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

/** Signatures of spreadsheets and archives with a wrong extension. */
const archiveSignatures = ["504b0304", "d0cf11e0", "25504446", "1f8b"];

async function isArchive(bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  for await (const piece of bytes) {
    const start = Buffer.from(piece.subarray(0, 4)).toString("hex");
    return archiveSignatures.some((beginning) => start.startsWith(beginning));
  }
  return false;
}
