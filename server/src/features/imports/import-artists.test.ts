import { rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/database.ts";
import {
  artistFile,
  artistRow,
  type ImportApi,
  newName,
  openImportApi,
} from "../../testing/fixtures/imports.ts";

let people: ImportApi;

beforeAll(async () => {
  people = await openImportApi();
});
afterAll(() => people.close());

describe("an import of artists", () => {
  test("reports in a dry run what it would save, and saves nothing", async () => {
    const person = await people.addPublisher();
    const [there, fresh] = [newName(), newName()];
    await people.addArtist(person, there);
    const file = artistFile(
      artistRow(there),
      artistRow(fresh, { email: "new@artist.example" }),
      artistRow(""),
    );
    const answer = await people.importFile(person, "user", file, { dryRun: true });
    expect(answer.dry_run).toBe(true);
    expect(answer.saved).toMatchObject([
      { line: 2, existing: true },
      { line: 3, name: fresh, id: null, existing: false },
    ]);
    expect(answer.errors).toEqual([
      { line: 4, column: "name", code: "MISSING", message: "Required", value: "" },
    ]);
    expect(await people.listArtists(person)).toEqual([there]);
    await people.runDueJobs();
    expect(people.listLinks("/user", "new@artist.example")).toEqual([]);
    expect(people.mails.mails("new@artist.example")).toEqual([]);
    expect((await people.events(person.id)).map(({ kind }) => kind)).not.toContain("import-done");
  });

  test("saves valid rows, reports precisely what is wrong with the others, and may be repeated", async () => {
    const person = await people.addPublisher();
    const [first, second] = [newName(), newName()];
    const file = artistFile(
      artistRow(first),
      artistRow("x".repeat(201)),
      { name: second, description: "" },
      artistRow(` ${first} `),
      artistRow("=1+1", { email: "nobody" }),
    );
    const answer = await people.importFile(person, "user", file);
    expect(answer.saved).toMatchObject([{ line: 2, name: first, existing: false }]);
    expect(answer.notSaved.map(({ line }) => line)).toEqual([3, 4, 5, 6]);
    expect(answer.errors).toEqual([
      {
        line: 3,
        column: "name",
        code: "TOO_LONG",
        message: "Please use at most 200 characters.",
        value: `${"x".repeat(80)}…`,
      },
      { line: 4, column: "description", code: "MISSING", message: "Required", value: "" },
      { line: 5, column: null, code: "REPEATED", message: rowTexts.repeated(2), value: first },
      {
        line: 6,
        column: "email",
        code: "INVALID",
        message: "Enter an email address.",
        value: "nobody",
      },
    ]);
    expect(answer.failures.split("\r\n")[0]).toBe("name\tdescription\temail\tlinks\tid\tproblem");
    expect(answer.failures).toContain("\r\n'=1+1\t");
    const events = await people.events(person.id);
    const detail = { kind: "ARTISTS", saved: 1, existing: 0, unsaved: 4 };
    expect(events.at(-1)).toEqual({ kind: "import-done", detail });

    const repeated = await people.importFile(person, "user", file);
    expect(repeated.saved).toEqual([{ ...answer.saved[0], existing: true }]);
    const corrected = answer.failures.replace("nobody", "").replace(`${second}\t`, `${second}\tFelt piano.`);
    const rest = await people.importFile(person, "user", corrected);
    expect(rest.saved.map(({ name, existing }) => [name, existing])).toEqual([
      [second, false],
      [first, true],
      ["=1+1", false],
    ]);
    expect(rest.errors.map(({ code }) => code)).toEqual(["TOO_LONG"]);
    expect(await people.listArtists(person)).toEqual([first, second, "=1+1"]);
  });

  test("holds the plan's number of artists", async () => {
    const person = await people.addPublisher({ premium: false });
    const names = [newName(), newName()];
    const file = artistFile(...names.map((name) => artistRow(name)));
    for (const dryRun of [true, false]) {
      const answer = await people.importFile(person, "user", file, { dryRun });
      expect(answer.saved.map(({ name }) => name)).toEqual([names[0]]);
      expect(answer.errors).toMatchObject([{ line: 3, column: null, code: "LIMIT" }]);
    }
    expect(await people.listArtists(person)).toEqual([names[0]]);
  });

  test("assigns artists to the owners of the given addresses, with one mail to each", async () => {
    const person = await people.addPublisher();
    const names = [newName(), newName(), newName()];
    const [address = "", other = ""] = [
      `${crypto.randomUUID()}@artist.example`,
      `${crypto.randomUUID()}@artist.example`,
    ];
    const file = artistFile(
      artistRow(names[0] ?? "", { email: address }),
      artistRow(names[1] ?? "", { email: address.toUpperCase() }),
      artistRow(names[2] ?? "", { email: other }),
    );
    expect((await people.importFile(person, "user", file)).saved).toHaveLength(3);
    await people.runDueJobs();
    expect(people.mails.mails(other)).toHaveLength(1);
    const [link, ...more] = people.listLinks("/user", address).concat(people.listLinks("/claim", address));
    expect(more).toEqual([]);
    if (link === undefined) throw new Error("no link");
    expect((await people.openClaim(link)).status).toBe(200);
    const { rows } = await sql<{ name: string }>`
      select a.name from artist a join account o on o.id = a.owner_id where lower(o.email) = ${address} order by a.id`.execute(
      people.context.db,
    );
    expect(rows.map(({ name }) => name)).toEqual(names.slice(0, 2));

    const repeated = await people.importFile(person, "user", file);
    expect(repeated.saved.map(({ existing }) => existing)).toEqual([true, true, true]);
    await people.runDueJobs();
    expect(people.mails.mails(other)).toHaveLength(1);
    expect(await people.listArtists(person)).toEqual(names.slice(2));
  });

  test("twice at the same instant saves each artist once", { retry: 0 }, async () => {
    const person = await people.addPublisher();
    const file = artistFile(artistRow(newName()), artistRow(newName()));
    const answers = await Promise.all([1, 2, 3].map(() => people.sendImport(person, "user", file)));
    const codes = answers.map(({ status }) => status).sort();
    expect(codes[0]).toBe(200);
    for (const { status, json } of answers)
      if (status !== 200) expect([status, json.code]).toEqual([409, "E0005"]);
    expect(await people.listArtists(person)).toHaveLength(2);
  });

  test("that is repeated with its key at the same instant answers the same and is one import", {
    retry: 0,
  }, async () => {
    const person = await people.addPublisher();
    const file = artistFile(artistRow(newName()));
    const answers = await Promise.all(
      [1, 2, 3].map(() => people.importFile(person, "user", file, { key: "once" })),
    );
    expect(answers.map(({ saved }) => saved[0]?.existing)).toEqual([false, false, false]);
    expect(answers[1]).toEqual(answers[0]);
    expect((await people.importFile(person, "user", file, { key: "once" })).saved).toEqual(answers[0]?.saved);
    const other = await people.sendImport(person, "user", artistFile(artistRow(newName())), { key: "once" });
    expect([other.status, other.json.code]).toEqual([409, "E0029"]);
    expect((await people.events(person.id)).filter(({ kind }) => kind === "import-done")).toHaveLength(1);
  });
});
