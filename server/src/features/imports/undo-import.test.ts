import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../platform/database/database.ts";
import {
  artistFile,
  artistRow,
  type ImportApi,
  newName,
  openImportApi,
  songFile,
} from "../../testing/fixtures/imports.ts";
import { bearer, type Person } from "../../testing/fixtures/people.ts";
import { multipart } from "../../testing/http/multipart.ts";

let people: ImportApi;

beforeAll(async () => {
  people = await openImportApi();
});
afterAll(() => people.close());

const undo = ({ token }: Person, id: string) => people.call("DELETE", `my/import/${id}`, bearer(token));

describe("undoing an import of artists", () => {
  async function importArtists(person: Person, key: string, rows: readonly Record<string, string>[]) {
    const { saved } = await people.importFile(person, "user", artistFile(...rows), { key });
    return saved.flatMap(({ id }) => id ?? []);
  }
  const postAlbum = ({ token }: Person, id: number) =>
    people.call(
      "POST",
      `artist/${id}/album`,
      multipart({ data: JSON.stringify({ name: "Tideline" }) }, bearer(token).headers),
    );

  test("deletes artists that nothing depends on, once, and keeps the others", { retry: 0 }, async () => {
    const { db } = people.context;
    const person = await people.addPublisher();
    const owner = await people.join();
    const names = [newName(), newName(), newName(), newName(), newName(), newName()];
    const rows = names.map((name, place) => artistRow(name, place === 4 ? { email: owner.email } : {}));
    const ids = await importArtists(person, "to-undo", rows);
    const [changed = 0, withWrap = 0, withAlbum = 0, invited = 0, handedOver = 0, untouched = 0] = ids;
    const other = await importArtists(person, "to-keep", [artistRow(newName())]);
    const change = multipart({ data: JSON.stringify({ description: "New" }) }, bearer(person.token).headers);
    expect((await people.call("PATCH", `artist/${changed}`, change)).status).toBe(200);
    await people.importFile(person, "song", songFile({ artist: names[1] ?? "", title: "Kiln" }), {
      key: "wraps",
    });
    expect((await postAlbum(person, withAlbum)).status).toBe(200);

    const results = await Promise.all([undo(person, "to-undo"), undo(person, "to-undo")]);
    expect(results.map(({ status }) => status)).toEqual([200, 200]);
    const kept = [changed, withWrap, withAlbum, handedOver].map((id) => ({
      id,
      name: names[ids.indexOf(id)],
    }));
    const bodies = results.map(({ json }) => json.body).toSorted((a, b) => b.deleted - a.deleted);
    expect(bodies).toEqual([
      { deleted: 2, restored: 0, kept },
      { deleted: 0, restored: 0, kept },
    ]);
    const { rows: left } = await sql<{ id: number }>`
      select id from artist where id = any(${[...ids, ...other]}) order by id`.execute(db);
    expect(left.map(({ id }) => id)).toEqual(
      [changed, withWrap, withAlbum, handedOver, ...other].toSorted((a, b) => a - b),
    );
    expect([invited, untouched].every((id) => id > 0)).toBe(true);
    const undone = (await people.events(person.id)).filter(({ kind }) => kind === "import-undone");
    expect(undone.map(({ detail }) => detail)).toEqual([{ kind: "ARTISTS", undone: 2 }]);
    // The file can be imported again.
    expect(await importArtists(person, "again", [artistRow(names[5] ?? "")])).toHaveLength(1);
  });

  test("withdraws the artist of an invitation that nobody has used, and follows the undo of its songs", async () => {
    const person = await people.addPublisher();
    const [name, email] = [newName(), `${crypto.randomUUID()}@artists.test`];
    const [id = 0] = await importArtists(person, "artists", [artistRow(name, { email })]);
    await people.importFile(
      person,
      "song",
      songFile({ artist: name, title: "Kiln", album: "Sodium", track_number: "1" }),
      {
        key: "songs",
      },
    );
    expect((await undo(person, "artists")).json.body).toEqual({
      deleted: 0,
      restored: 0,
      kept: [{ id, name }],
    });
    expect((await undo(person, "songs")).json.body).toMatchObject({ deleted: 1 });
    expect((await undo(person, "artists")).json.body).toEqual({ deleted: 1, restored: 0, kept: [] });
    expect(await people.listArtists(person)).toEqual([]);
    expect((await undo(person, "artists")).json.body).toEqual({ deleted: 0, restored: 0, kept: [] });
    expect((await people.call("GET", `artist/${id}`)).status).toBe(404);
    const { saved } = await people.importFile(person, "user", artistFile(artistRow(name, { email })), {
      key: "again",
    });
    expect(saved).toMatchObject([{ existing: false }]);
  });

  test("deletes none that gets a wrap at the same instant", { retry: 0 }, async () => {
    const person = await people.addPublisher();
    const name = newName();
    const [id = 0] = await importArtists(person, "race", [artistRow(name)]);
    const [undone, imported] = await Promise.all([
      undo(person, "race"),
      people.importFile(person, "song", songFile({ artist: name, title: "Kiln" }), { key: "songs" }),
    ]);
    const isKept = imported.saved.length === 1;
    expect(undone.json.body).toEqual({
      deleted: isKept ? 0 : 1,
      restored: 0,
      kept: isKept ? [{ id, name }] : [],
    });
    expect(await people.listArtists(person)).toEqual(isKept ? [name] : []);
  });
});

describe("undoing an import of songs", () => {
  async function importDrafts(person: Person, key: string, titles: readonly string[]): Promise<number[]> {
    const artist = newName();
    await people.addArtist(person, artist);
    const rows = titles.map((title) => ({ artist, title }));
    const { saved } = await people.importFile(person, "song", songFile(...rows), { key });
    return saved.flatMap(({ id }) => id ?? []);
  }

  test("deletes drafts that were not changed since, once, and keeps the others", { retry: 0 }, async () => {
    const { db, clock } = people.context;
    const person = await people.addPublisher();
    const [first = 0, second = 0, third = 0] = await importDrafts(person, "to-undo", [
      "Kiln",
      "Grille",
      "Sodium",
    ]);
    const other = await importDrafts(person, "to-keep", ["Harmattan"]);
    clock.move(60);
    const headers = bearer(person.token);
    await people.call("PATCH", `song/${second}`, { payload: { name: "Grille II" }, ...headers });
    await sql`update song set audio_key = 'aa/kept.mp3' where id = ${third}`.execute(db);

    const results = await Promise.all([undo(person, "to-undo"), undo(person, "to-undo")]);
    expect(results.map(({ status }) => status)).toEqual([200, 200]);
    const kept = [
      { id: second, name: "Grille II" },
      { id: third, name: "Sodium" },
    ];
    const bodies = results.map(({ json }) => json.body).toSorted((a, b) => b.deleted - a.deleted);
    expect(bodies).toEqual([
      { deleted: 1, restored: 0, kept },
      { deleted: 0, restored: 0, kept },
    ]);
    const { rows } = await sql<{ id: number }>`
      select id from song where status = 'DELETED' and id = any(${[first, second, third, ...other]})`.execute(
      db,
    );
    expect(rows.map(({ id }) => id)).toEqual([first]);
    const kinds = (await people.events(person.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "import-undone")).toHaveLength(1);
    // The file can be imported again.
    const repeated = await importDrafts(person, "again", ["Kiln"]);
    expect(repeated).toHaveLength(1);
  });

  test("is possible while it is listed: for 30 days, unless nothing is left of it", async () => {
    const person = await people.addPublisher();
    const [first = 0] = await importDrafts(person, "older", ["Kiln", "Grille"]);
    people.context.clock.move(60);
    await importDrafts(person, "newer", ["Sodium"]);
    await people.importFile(person, "song", songFile({ artist: "?", title: "?" }), {
      key: "dry",
      dryRun: true,
    });
    const list = async ({ token }: Person) =>
      (await people.call("GET", "my/imports", bearer(token))).json.body.recent;
    const started_at = expect.any(String);
    expect(await list(person)).toEqual([
      { id: "newer", kind: "SONGS", started_at, added: 1, changed: 0 },
      { id: "older", kind: "SONGS", started_at, added: 2, changed: 0 },
    ]);
    expect(await list(await people.addPublisher())).toEqual([]);
    await sql`update song set audio_key = 'aa/kept.mp3' where id = ${first}`.execute(people.context.db);
    await Promise.all([undo(person, "newer"), undo(person, "older")]);
    expect(await list(person)).toEqual([{ id: "older", kind: "SONGS", started_at, added: 1, changed: 0 }]);
  });

  test("is possible for the account's own imports alone", async () => {
    const person = await people.addPublisher();
    await importDrafts(person, "own", ["Kiln"]);
    await people.importFile(person, "song", songFile({ artist: "?", title: "?" }), {
      key: "dry",
      dryRun: true,
    });
    const stranger = await people.addPublisher();
    const statuses = [
      await undo(stranger, "own"),
      await undo(person, "dry"),
      await undo(person, "none"),
      await people.call("DELETE", "my/import/own"),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 401]);
  });
});
