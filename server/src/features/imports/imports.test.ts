import { importTemplates, rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import { importTexts } from "@wrapsody/shared/studio/imports.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/database.ts";
import {
  artistFile,
  artistRow,
  type ImportApi,
  type ImportKind,
  newName,
  openImportApi,
} from "../../testing/fixtures/imports.ts";
import { bearer, type Person } from "../../testing/fixtures/people.ts";
import { multipart } from "../../testing/http/multipart.ts";
import { tryWithImportLock } from "./imports.data.ts";

let people: ImportApi;

beforeAll(async () => {
  people = await openImportApi();
});
afterAll(() => people.close());

describe("bulk import", () => {
  test.each<ImportKind>(["user", "song"])("POST %s/import needs a session", async (kind) => {
    const parts = { tsvImport: { content: Buffer.from("a\tb\n1\t2"), fileName: "a.tsv" } };
    const { status, json } = await people.call("POST", `${kind}/import`, multipart(parts));
    expect([status, json.code]).toEqual([401, "E0002"]);
  });

  test.each<ImportKind>(["user", "song"])("POST %s/import needs an invitation", async (kind) => {
    const person = await people.join();
    const { status, json } = await people.sendImport(person, kind, "no table at all", { fileName: "a.csv" });
    expect([status, json.code]).toEqual([403, "E0028"]);
    expect((await people.call("GET", "my/imports", bearer(person.token))).json.body).toEqual({
      invited: false,
      recent: [],
    });
    await people.invite(person);
    expect((await people.call("GET", "my/imports", bearer(person.token))).json.body).toEqual({
      invited: true,
      recent: [],
    });
    expect((await people.sendImport(person, kind, "no table at all", { fileName: "a.csv" })).json.code).toBe(
      "E0007",
    );
  });

  test("needs a file", async () => {
    const person = await people.addPublisher();
    const { json } = await people.call(
      "POST",
      "song/import",
      multipart({ dry_run: "true" }, bearer(person.token).headers),
    );
    expect(json).toMatchObject({
      code: "E0007",
      errors: [{ field: "tsvImport", message: importTexts.noFile }],
    });
  });

  test("rejects other files than TSV with the prescribed message, and files that are too large", async () => {
    const person = await people.addPublisher();
    const refused = async (content: string | Buffer, fileName: string) => {
      const { status, json } = await people.sendImport(person, "song", content, { fileName });
      return [status, json.errors];
    };
    const notTsvErrors = [{ field: "tsvImport", message: importTexts.notTsv }];
    expect(await refused(importTemplates.SONGS, "songs.csv")).toEqual([400, notTsvErrors]);
    expect(await refused("artist,title\nAda,Low", "songs.tsv")).toEqual([400, notTsvErrors]);
    expect(await refused("PK\x03\x04\tzip", "songs.tsv")).toEqual([400, notTsvErrors]);
    const [status, errors] = await refused(Buffer.alloc(10_000_001, "a\tb\n"), "songs.tsv");
    expect([status, errors]).toEqual([
      413,
      [{ field: "tsvImport", message: "Please use files of at most 10Mb." }],
    ]);
  });

  test.each<[string, (text: string) => Buffer]>([
    ["UTF-8", (text) => Buffer.from(text)],
    ["UTF-8 with a mark", (text) => Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 with a mark", (text) => Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["UTF-16, big end first", (text) => Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
    ["Windows-1252", (text) => Buffer.from(text, "latin1")],
  ])("takes a file of a spreadsheet in %s", async (_, encode) => {
    const person = await people.addPublisher();
    const name = newName();
    const text = `Description \tNAME\t\t\r\n"Ação,\t""quoted""\r\nand broken"\t ${name} ñ \t\t\r\n\t\t\t\r\n`;
    const answer = await people.importFile(person, "user", encode(text));
    expect(answer).toMatchObject({
      errors: [],
      notSaved: [],
      failures: "",
      saved: [{ line: 2, name: `${name} ñ` }],
    });
    const { rows } = await sql<{ description: string }>`
      select metadata ->> 'description' as description from artist where owner_id = ${person.id}`.execute(
      people.context.db,
    );
    expect(rows).toEqual([{ description: 'Ação,\t"quoted"\r\nand broken' }]);
  });

  test("takes its own templates as they are", async () => {
    const person = await people.addPublisher();
    const artists = await people.importFile(person, "user", importTemplates.ARTISTS);
    expect(artists).toMatchObject({ errors: [], notSaved: [], saved: [{ line: 2, existing: false }] });
    const songs = await people.importFile(person, "song", importTemplates.SONGS);
    expect(songs).toMatchObject({ errors: [], notSaved: [], saved: [{ line: 2, existing: false }] });
  });

  test("reports a heading without a required column, and saves nothing", async () => {
    const person = await people.addPublisher();
    const answer = await people.importFile(person, "song", "artist\ttitel\nAda\tLow Tide\n");
    expect(answer.saved).toEqual([]);
    expect(answer.notSaved).toEqual([{ line: 2, name: "" }]);
    expect(answer.errors).toMatchObject([
      { line: 1, column: "title", code: "MISSING" },
      { line: 1, column: "titel", code: "UNKNOWN" },
    ]);
  });
});

test("an import names its problems in the language of the caller, also when it is repeated", async () => {
  const person = await people.addPublisher();
  const file = artistFile(artistRow("Ada Lem"), artistRow("ADA LEM"), artistRow("Ada Lem"));
  const spanish = await people.importFile(person, "user", file, { key: "in-spanish", language: "es" });
  const [spelling, repeated] = spanish.errors;
  expect(spelling?.english).toBe(rowTexts.similarName("Ada Lem"));
  expect(spelling?.message).toBe("Ya tienes «Ada Lem», que se escribe de otra forma.");
  expect(repeated?.english).toBe(rowTexts.repeated(2));
  expect(spanish.failures).toContain("Duplicado de la línea 2.");
  const english = await people.importFile(person, "user", file, { key: "in-spanish" });
  expect(english.errors.map(({ message }) => message)).toEqual([
    rowTexts.similarName("Ada Lem"),
    rowTexts.repeated(2),
  ]);
});

describe("the progress of an import", () => {
  const progress = async ({ token }: Person, key: string) => {
    const { status, json } = await people.call("GET", `my/import/${key}`, bearer(token));
    return status === 200 ? json.body : status;
  };

  test("is shown by its key, to its owner only", async () => {
    const [person, other] = [await people.addPublisher(), await people.addPublisher()];
    await people.importFile(person, "user", artistFile(artistRow(newName())), { key: "mine", dryRun: true });
    expect(await progress(person, "mine")).toMatchObject({
      id: "mine",
      kind: "ARTISTS",
      dry_run: true,
      state: "DONE",
      rows_total: 1,
      rows_done: 1,
    });
    expect(await progress(other, "mine")).toBe(404);
    expect((await people.call("GET", "my/import/mine")).status).toBe(401);
    expect((await people.call("GET", "my/imports")).status).toBe(401);
  });

  test("is failed if the file was rejected", async () => {
    const person = await people.addPublisher();
    await people.sendImport(person, "user", "a,b\n", { key: "refused" });
    expect(await progress(person, "refused")).toMatchObject({ state: "FAILED" });
  });

  test("reports an abandoned import as failed, and a repeat completes it", { retry: 0 }, async () => {
    const person = await people.addPublisher();
    const { db } = people.context;
    await sql`
      insert into import (id, account_id, kind, dry_run, state, rows_total, rows_done, started_at)
      values ('died', ${person.id}, 'ARTISTS', false, 'RUNNING', 10, 5, now())`.execute(db);
    expect(await progress(person, "died")).toMatchObject({ state: "FAILED", rows_done: 5 });
    const isRun = await tryWithImportLock(db, person.id, async () => {
      expect(await progress(person, "died")).toMatchObject({ state: "RUNNING" });
      const second = await people.sendImport(person, "user", artistFile(artistRow(newName())), {
        key: "second",
      });
      expect([second.status, second.json.code]).toEqual([409, "E0005"]);
    });
    expect(isRun).toBe(true);
    await people.importFile(person, "user", artistFile(artistRow(newName())), { key: "died" });
    expect(await progress(person, "died")).toMatchObject({ state: "DONE", rows_total: 1 });
  });
});
