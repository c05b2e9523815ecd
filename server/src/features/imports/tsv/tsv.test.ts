import { fileTexts } from "@wrapsody/shared/studio/import-rows.ts";
import { importTexts } from "@wrapsody/shared/studio/imports.ts";
import { compareCost } from "@wrapsody/shared/testing/processor-time.ts";
import { normalizeText } from "@wrapsody/shared/text/text.ts";
import { tsvRow } from "@wrapsody/shared/text/tsv.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Failure } from "../../../platform/failure.ts";
import { readHeading } from "./heading.ts";
import type { Row } from "./rows.ts";
import { openTsv } from "./tsv-file.ts";

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function readTsv(bytes: Uint8Array, { size = 7, fileName = "songs.tsv" } = {}): Promise<Row[]> {
  const file = await openTsv({ fileName, bytes: () => pieces(bytes, size) });
  const rows = [file.heading];
  for await (const row of file.rows()) rows.push(row);
  expect(rows.length - 1).toBe(file.total);
  return rows;
}

/** Returns the error that rejects the file itself. */
async function refusal(bytes: Uint8Array, fileName = "songs.tsv"): Promise<string> {
  const failure = await readTsv(bytes, { size: 1 << 16, fileName }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof Failure)) throw new Error(`not refused: ${String(failure)}`);
  expect(failure.code).toBe("E0007");
  expect(failure.errors.map(({ field }) => field)).toEqual(["tsvImport"]);
  return failure.errors[0]?.message ?? "";
}

const cellsOf = (rows: readonly Row[]) => rows.map(({ cells }) => cells);
const bigEndian = (text: string) => Buffer.from(text, "utf16le").swap16();
const sample = "artist\ttitle\r\nInês Corvacho\tSó ☂ 𝄞\r\n";
const read2 = [
  ["artist", "title"],
  ["Inês Corvacho", "Só ☂ 𝄞"],
];

describe("a TSV file", () => {
  it.each<[string, Uint8Array]>([
    ["UTF-8", Buffer.from(sample)],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${sample}`)],
    ["UTF-16, little end first, with a mark", Buffer.from(`\uFEFF${sample}`, "utf16le")],
    ["UTF-16, little end first, without a mark", Buffer.from(sample, "utf16le")],
    ["UTF-16, big end first, with a mark", bigEndian(`\uFEFF${sample}`)],
    ["UTF-16, big end first, without a mark", bigEndian(sample)],
  ])("is understood in %s", async (_, bytes) => {
    for (const size of [1, 2, 3, 5, 1 << 16]) expect(cellsOf(await readTsv(bytes, { size }))).toEqual(read2);
  });

  it("that is no UTF-8 is taken for Windows-1252", async () => {
    const written = Buffer.concat([
      Buffer.from("artist\ttitle\nIn", "latin1"),
      Buffer.from([0xea]),
      Buffer.from("s\tL"),
      Buffer.from([0x92, 0xe9]),
      Buffer.from("t"),
      Buffer.from([0xe9, 0x20, 0x96, 0x20, 0x80]),
    ]);
    expect(cellsOf(await readTsv(written))[1]).toEqual(["Inês", "L’été – €"]);
  });

  it.each(["\n", "\r\n", "\r"])("may end its lines with %j", async (end) => {
    const text = ["a\tb", '"one\ntwo"\t3', "4\t5", ""].join(end);
    expect(await readTsv(Buffer.from(text))).toEqual([
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ["one\ntwo", "3"] },
      { line: 4, cells: ["4", "5"] },
    ]);
  });

  it("counts line breaks inside cells and blank lines", async () => {
    const text = 'a\tb\r\n\r\n"x\r\ny\r\n\r\nz"\t1\r\n \t \t\r\nq\tr\r\n\r\n\r\n';
    expect((await readTsv(Buffer.from(text))).map(({ line }) => line)).toEqual([1, 3, 8]);
  });

  it("may have quotes where no quoting is meant", async () => {
    const text = 'a\tb\n5" wide\tsay "hi"\n"he said ""no"""\t"tab\there"\n"Heroes" live\t\n';
    expect(cellsOf(await readTsv(Buffer.from(text))).slice(1)).toEqual([
      ['5" wide', 'say "hi"'],
      ['he said "no"', "tab\there"],
      ['"Heroes" live', ""],
    ]);
  });

  it("loses blanks around cells, and blank cells and lines behind everything", async () => {
    const rows = await readTsv(Buffer.from("a \t b\t\t\n 1\t2  \t\t\n\t\t\t\n\n"));
    const heading = readHeading(rows[0] ?? { line: 1, cells: [] }, ["a", "b"], ["a", "b"]);
    expect(rows).toHaveLength(2);
    expect(heading.errors).toEqual([]);
    expect(heading.cellsOf(rows[1] ?? { line: 2, cells: [] })).toEqual({ a: "1", b: "2" });
    expect(heading.strayCells(rows[1] ?? { line: 2, cells: [] })).toEqual([]);
  });

  it("has no NULs, and a sign in the place of half a letter", async () => {
    expect(cellsOf(await readTsv(Buffer.from("a\tb\nx\0y\tz\n")))[1]).toEqual(["xy", "z"]);
    const half = Buffer.from("\uFEFFa\tb\nx\uD834y\tz\n", "utf16le");
    expect(cellsOf(await readTsv(half))[1]).toEqual(["x\uFFFDy", "z"]);
  });

  it("is recognised by its content and its file name", async () => {
    const texts = [
      "artist,title\nAda,Low tide\n",
      '"artist";"title"\n"Ada";"Low tide"\n',
      "<!DOCTYPE html>\n<table>\t<tr>\n",
      "PK\x03\x04rest\tof it",
    ];
    for (const text of texts) expect(await refusal(Buffer.from(text))).toBe(importTexts.notTsv);
    expect(await refusal(Buffer.from(sample), "songs.csv")).toBe(importTexts.notTsv);
    expect(await readTsv(Buffer.from(sample), { fileName: "Songs.TSV" })).toHaveLength(2);
  });

  it("is refused whole where a quote is never closed, telling the line", async () => {
    const text = 'a\tb\n1\t2\n"open\t3\n4\t5\n';
    expect(await refusal(Buffer.from(text))).toBe(fileTexts.notClosed(3));
    const long = Buffer.from(`a\tb\n"open\t${"x\n".repeat(600_000)}`);
    expect(await refusal(long)).toBe(fileTexts.notClosed(2));
  });

  it("has at most 20,000 cells in a row", async () => {
    const row = (cells: number) => Buffer.from(`artist\ttitle\n${"x\t".repeat(cells - 1)}x\n`);
    expect((await readTsv(row(20_000), { size: 1 << 16 }))[1]?.cells).toHaveLength(20_000);
    expect(await refusal(row(20_001))).toBe(importTexts.notTsv);
  });

  it("has one row at least, and 5,000 at most", async () => {
    expect(await refusal(Buffer.from("a\tb\n"))).toBe(fileTexts.noRows);
    expect(await refusal(Buffer.from(" \n\n"))).toBe(fileTexts.noRows);
    expect(await refusal(Buffer.from(`a\tb\n${"1\t2\n".repeat(5_001)}`))).toBe(fileTexts.tooMany);
    expect(await readTsv(Buffer.from(`a\tb\n${"1\t2\n".repeat(5_000)}`), { size: 1 << 16 })).toHaveLength(
      5_001,
    );
  });

  it("is read as it was written, whatever is in its cells, however its bytes come", {
    retry: 0,
  }, async () => {
    const cell = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom('"', "'", "=", "-", "+", "@", "\t", "\n", "\r", " ", "a", "é"),
        maxLength: 8,
      }),
    );
    const clean = cell.map((text) => text.replaceAll("\0", "").replaceAll("\uFEFF", "").toWellFormed());
    const row = fc.array(clean, { minLength: 2, maxLength: 4 });
    const table = fc.array(row, { minLength: 1, maxLength: 6 });
    const form = fc.constantFrom("utf8", "utf16le");
    await fc.assert(
      fc.asyncProperty(table, form, fc.integer({ min: 1, max: 40 }), async (rows, encoding, size) => {
        const written = [["heading", "name"], ...rows].map((cells) => `${tsvRow(cells)}\r\n`).join("");
        const nonEmptyRows = rows.filter((cells) => cells.some((text) => text.trim() !== ""));
        fc.pre(nonEmptyRows.length > 0);
        const bytes = Buffer.from(`\uFEFF${written}`, encoding as BufferEncoding);
        const normalized = nonEmptyRows.map((cells) => cells.map(normalizeText));
        expect(cellsOf(await readTsv(bytes, { size })).slice(1)).toEqual(normalized);
      }),
      { numRuns: 300 },
    );
  });

  it("of any bytes whatever is read or refused, and nothing else happens", { retry: 0 }, async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.uint8Array({ maxLength: 300 }).map((rest) => Buffer.concat([Buffer.from('a\tb\n"'), rest])),
      fc
        .string({ unit: fc.constantFrom('"', "\t", "\n", "\r", "x", "\0"), maxLength: 60 })
        .map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        await readTsv(content, { size: 16 }).catch((error: unknown) => expect(error).toBeInstanceOf(Failure));
      }),
      { numRuns: 500 },
    );
  });
});

describe("a heading", () => {
  const columns = ["artist", "title", "track_number"] as const;
  const heading = (...cells: string[]) => readHeading({ line: 1, cells }, columns, ["artist", "title"]);

  it("is found in any order, case and spelling of its blanks", () => {
    const found = heading("Track Number", "TITLE", " Artist".trim());
    expect(found.errors).toEqual([]);
    expect(found.cellsOf({ line: 2, cells: ["3", "Low Tide", "Ada Lem"] })).toEqual({
      artist: "Ada Lem",
      title: "Low Tide",
      track_number: "3",
    });
    expect(heading("artist", "title", "trackNumber").errors).toEqual([]);
  });

  it("reports an unknown column, a missing one and a duplicate one", () => {
    expect(heading("artist", "title", "mood").errors).toMatchObject([
      { line: 1, column: "mood", code: "UNKNOWN" },
    ]);
    expect(heading("artist", "title", "mood").isUsable).toBe(true);
    expect(heading("artist", "mood").errors).toMatchObject([
      { column: "title", code: "MISSING" },
      { column: "mood", code: "UNKNOWN" },
    ]);
    expect(heading("artist", "title", "Title").errors).toMatchObject([{ column: "title", code: "REPEATED" }]);
    expect(heading("artist", "title", "Title").isUsable).toBe(false);
  });

  it("does not read the column of problems, and leaves it out when it is written again", () => {
    const found = heading("artist", "problem", "title", "");
    expect(found.errors).toEqual([]);
    expect(found.original.names).toEqual(["artist", "title", ""]);
    expect(found.original.cellsOf({ line: 2, cells: ["Ada", "wrong", "Low"] })).toEqual(["Ada", "Low", ""]);
  });

  it("leaves no value without a heading unseen", () => {
    const found = heading("artist", "title", "");
    expect(found.strayCells({ line: 2, cells: ["Ada", "Low", "", "far out"] })).toEqual(["far out"]);
    expect(found.strayCells({ line: 2, cells: ["Ada", "Low", "x"] })).toEqual(["x"]);
  });
});

describe("blank lines", () => {
  const read = async (text: string) => {
    const bytes = async function* () {
      yield Buffer.from(text);
    };
    const rows = [];
    for await (const row of (await openTsv({ fileName: "a.tsv", bytes })).rows()) rows.push(row);
    return rows;
  };

  it("cost next to nothing, however many there are, and later rows keep their line", async () => {
    const sparse = `a\tb\n${"\n".repeat(500_000)}x\ty\n\r\n"p\nq"\tr\n\nz\t1`;
    expect((await read(sparse)).map(({ line }) => line)).toEqual([500_002, 500_004, 500_007]);
    const full = `a\tb\n${"x\ty\n".repeat(5_000)}`;
    // Unskipped, the blank lines would take ten times as long as these rows.
    const limit = 4;
    const ratio = await compareCost({ operation: () => read(sparse), reference: () => read(full), limit });
    expect(ratio).toBeLessThanOrEqual(limit);
  });

  it("of spaces are refused in a number that no spreadsheet writes", async () => {
    expect(await read(`a\tb\n${" \n".repeat(1_000)}x\ty`)).toHaveLength(1);
    expect(await read(`a\tb\n${" \t\n".repeat(30_000)}x\ty`)).toHaveLength(1);
    await expect(read(`a\tb\n${" \n".repeat(5_001)}x\ty`)).rejects.toMatchObject({ code: "E0007" });
  });
});
