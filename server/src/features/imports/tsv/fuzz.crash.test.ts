import assert from "node:assert/strict";
import { expect, it } from "vitest";
import { Failure } from "../../../platform/failure.ts";
import { fuzz } from "../../../testing/fuzz/guided-fuzz.ts";
import { openTsv } from "./tsv-file.ts";

const table = 'name\tartist\n"Salt ""Meridian""\tx"\tInês\r\n\r\n\'=1+1\t2\n';
/** The parser takes longest for rows that have not as many cells as the heading. */
const shortRow = "Salt Meridian, live\n";
const utf16 = Buffer.from(`\ufeff${table}`, "utf16le");

it("The TSV reader reads or refuses every input within a multiple of the time of harmless inputs.", async () => {
  const report = await fuzz({
    name: "tsv",
    files: ["/tsv-file.ts", "/rows.ts", "/encoding.ts"],
    seeds: [
      Buffer.from(table),
      Buffer.from(`\ufeff${table}`),
      utf16,
      Buffer.from(utf16).swap16(),
      Buffer.from(table, "latin1"),
      Buffer.from(`a\tb\n${"x\ty\n".repeat(200)}`),
    ],
    tokens: [
      "\t",
      "\n",
      "\r\n",
      "\r",
      '"',
      '""',
      '\t"',
      '"\n',
      "\ufeff",
      "\0",
      "\ud83c\udfb5",
      "\u2028",
      "<!doctype",
    ].map((text) => Buffer.from(text)) as [Buffer, ...Buffer[]],
    harmless: (bytes) =>
      Buffer.from(`name\tartist\n${shortRow.repeat(Math.max(1, Math.floor(bytes / shortRow.length)))}`),
    async read(input) {
      // Pieces of odd lengths break characters and line ends.
      const bytes = async function* () {
        for (let at = 0; at < input.length; at += 4_099) yield input.subarray(at, at + 4_099);
      };
      const file = await openTsv({ fileName: "songs.tsv", bytes });
      let line = file.heading.line;
      let rows = 0;
      for await (const row of file.rows()) {
        assert(row.line > line && !row.cells.some((cell) => cell.includes("\0")));
        line = row.line;
        rows += 1;
      }
      assert.equal(rows, file.total);
    },
    isRefusal: (error) => error instanceof Failure,
    runs: 200,
  });
  console.info(report);
  expect(report.blocks).toBeGreaterThan(report.blocksOfSeeds);
});
