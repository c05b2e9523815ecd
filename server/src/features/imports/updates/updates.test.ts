import { rowTexts } from "@wrapsody/shared/studio/import-rows.ts";
import { studioTexts } from "@wrapsody/shared/studio/studio.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { bearer, makePremium, type Person } from "../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../testing/fixtures/studio.ts";
import { multipart } from "../../../testing/http/multipart.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

type Publisher = Awaited<ReturnType<Studio["addPublisher"]>>;
type Options = { dryRun?: boolean; update?: boolean; key?: string };

async function addImporter(): Promise<Publisher> {
  const publisher = await studio.addPublisher();
  await sql`insert into import_invitation (account_id, invited_at) values (${publisher.id}, now())`.execute(
    studio.context.db,
  );
  return publisher;
}

function sendFile(
  { token }: Person,
  rows: readonly Record<string, string | number>[],
  options: Options = {},
) {
  const { dryRun = false, update = true, key = "update" } = options;
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? "")))];
  const content = Buffer.from(lines.map((cells) => `${cells.join("\t")}\n`).join(""));
  const parts = {
    dry_run: String(dryRun),
    update: String(update),
    tsvImport: { content, fileName: "a.tsv" },
  };
  const headers = { ...bearer(token).headers, ...(dryRun ? {} : { "idempotency-key": key }) };
  return studio.call("POST", "song/import", multipart(parts, headers));
}

async function importRows(
  person: Person,
  rows: readonly Record<string, string | number>[],
  options: Options = {},
) {
  const { status, json } = await sendFile(person, rows, options);
  expect([status, json]).toMatchObject([200, { success: true }]);
  return json.body;
}

const mySong = async ({ token }: Person, id: number) =>
  (await studio.call("GET", `my/song/${id}`, bearer(token))).json.body;
const progress = async ({ token }: Person, key = "update") =>
  (await studio.call("GET", `my/import/${key}`, bearer(token))).json.body;
const undo = ({ token }: Person, key = "update") => studio.call("DELETE", `my/import/${key}`, bearer(token));
const artist = "Inês Corvacho";

describe("an import that updates wraps", () => {
  it("previews the differences of each row, changes what the file has, and restores it", async () => {
    const publisher = await addImporter();
    const data = { description: "Kept.", tags: [{ tag: "folk" }], nickname: "Old", iswc: "T-034.524.680-1" };
    const id = await studio.createDraft(publisher, { name: "Low Tide", ...data });
    const same = await studio.createDraft(publisher, { name: "Same", nickname: "Ferry" });
    const before = await mySong(publisher, id);
    const rows = [
      { artist, title: "High Tide", nickname: "", genres: "folk; sea", id },
      { artist, title: "Same", nickname: "Ferry", genres: "", id: "" },
      { artist, title: "New", nickname: "", genres: "", id: "" },
      { artist, title: "", nickname: "", genres: "", id: "" },
    ];
    const preview = await importRows(publisher, rows, { dryRun: true });
    const differences = [
      { column: "title", before: "Low Tide", after: "High Tide" },
      { column: "nickname", before: "Old", after: "" },
      { column: "genres", before: "folk", after: "folk; sea" },
    ];
    expect(preview).toMatchObject({
      changed: [{ line: 2, id, name: "High Tide", differences }],
      saved: [
        { line: 3, id: same, existing: true },
        { line: 4, existing: false },
      ],
      notSaved: [{ line: 5 }],
      errors: [{ line: 5, column: "title", code: "MISSING" }],
    });
    expect(await mySong(publisher, id)).toEqual(before);

    expect((await importRows(publisher, rows)).changed).toEqual(preview.changed);
    expect((await progress(publisher)).changes).toEqual({ total: 1, pending: 1, refused: 0 });
    expect((await undo(publisher)).json.code).toBe("E0005");
    await studio.runDueJobs();
    expect((await progress(publisher)).changes).toEqual({ total: 1, pending: 0, refused: 0 });
    const after = await mySong(publisher, id);
    expect(after.song).toMatchObject({
      name: "High Tide",
      nickname: null,
      iswc: data.iswc,
      metadata: { description: "Kept." },
    });
    expect(after.detail.tags.map(({ tag }: { tag: string }) => tag)).toEqual(["folk", "sea"]);
    // The file again changes nothing.
    expect((await importRows(publisher, rows, { key: "again" })).changed).toEqual([]);

    const results = await Promise.all([undo(publisher), undo(publisher)]);
    expect(results.map(({ status }) => status)).toEqual([200, 200]);
    const restored = await mySong(publisher, id);
    expect(restored.song).toEqual(before.song);
    expect(restored.detail.tags.map(({ tag }: { tag: string }) => tag)).toEqual(["folk"]);
    expect((await undo(publisher)).json.body).toEqual({ deleted: 0, restored: 0, kept: [] });
  });

  it("finds wraps by id, ISRC, title, or an ISWC that only one wrap of the artist has", async () => {
    const publisher = await addImporter();
    const albums = [{ name: "Piers", trackNumber: 1, isrc: "GB-AYE-26-00001" }];
    const byIsrc = await studio.createDraft(publisher, { name: "A", albums });
    const byTitle = await studio.createDraft(publisher, { name: "B" });
    const byIswc = await studio.createDraft(publisher, { name: "C", iswc: "T-034.524.680-1" });
    await studio.createDraft(publisher, { name: "D", iswc: "T-070.237.600-3" });
    await studio.createDraft(publisher, { name: "E", iswc: "T-070.237.600-3" });
    const row = { artist, iswc: "", album: "", track_number: "", isrc: "", nickname: "new" };
    const preview = await importRows(
      publisher,
      [
        { ...row, title: "A2", album: "Piers", track_number: "1", isrc: "GBAYE2600001" },
        { ...row, title: "B" },
        { ...row, title: "C2", iswc: "T0345246801" },
        { ...row, title: "F", iswc: "T-070.237.600-3" },
      ],
      { dryRun: true },
    );
    expect(preview.changed.map(({ id }: { id: number }) => id)).toEqual([byIsrc, byTitle, byIswc]);
    expect(preview.saved).toMatchObject([{ name: "F", existing: false }]);
  });

  it("refuses another artist, and the duration of a recording, at their row and column", async () => {
    const publisher = await addImporter();
    await makePremium(studio, publisher);
    await studio.sendArtist(publisher, { name: "Other" });
    const id = await studio.createDraft(publisher);
    await studio.setAudio(id);
    const rows = [
      { artist: "Other", title: "Salt Meridian", duration: "200", id },
      { artist, title: "Salt Meridian", duration: "199", id },
    ];
    const refused = [];
    for (const row of rows) refused.push(await importRows(publisher, [row], { dryRun: true }));
    expect(refused.map(({ changed }) => changed)).toEqual([[], []]);
    expect(refused.map(({ errors: [error] }) => [error.line, error.column, error.message])).toEqual([
      [2, "artist", rowTexts.otherArtist],
      [2, "duration", studioTexts.measuredDuration],
    ]);
    expect(refused[0].failures).toContain(`artist: ${rowTexts.otherArtist}`);
  });

  it("proposes owners of a listed wrap to them, and an undo says that it keeps the wrap", async () => {
    const publisher = await addImporter();
    const owner = await studio.join();
    const owners = [{ name: "Ada", ownership: 100, royalty: 100, email: owner.email }];
    const id = await studio.createDraft(publisher, { owners });
    await studio.setAudio(id);
    await studio.call("POST", `song/${id}/listing`, bearer(publisher.token));
    await importRows(publisher, [{ artist, title: "Salt Meridian", owners: "Ada 50/50", id }]);
    await studio.runDueJobs();
    const splits = (await studio.call("GET", `song/${id}/splits`, bearer(publisher.token))).json.body;
    expect([splits.in_force.owners[0].ownership, splits.proposal.owners[0].ownership]).toEqual([100, 50]);
    const { json } = await undo(publisher);
    expect(json.body).toMatchObject({ restored: 0, kept: [{ id }] });
  });

  it("refuses a wrap that was changed since the preview, and reports why to its owner only", async () => {
    const publisher = await addImporter();
    const [id, gone] = [
      await studio.createDraft(publisher),
      await studio.createDraft(publisher, { name: "Gone" }),
    ];
    await importRows(publisher, [
      { artist, title: "From file", id },
      { artist, title: "From file too", id: gone },
    ]);
    const change = { ...bearer(publisher.token), payload: { name: "By hand" } };
    await studio.call("PATCH", `song/${id}`, change);
    await studio.call("DELETE", `song/${gone}`, bearer(publisher.token));
    await studio.runDueJobs();
    expect((await mySong(publisher, id)).song.name).toBe("By hand");
    expect((await progress(publisher)).changes).toEqual({ total: 2, pending: 0, refused: 2 });
    const refusals = (token: string) => studio.call("GET", "my/import/update/refusals", bearer(token));
    const { data } = (await refusals(publisher.token)).json.body;
    expect(
      data.map((row: { line: number; problems: { message: string }[] }) => [
        row.line,
        row.problems[0]?.message,
      ]),
    ).toEqual([
      [2, rowTexts.changedMeanwhile],
      [3, rowTexts.gone],
    ]);
    const stranger = await studio.join();
    expect((await refusals(stranger.token)).status).toBe(404);
    expect((await studio.call("GET", "my/import/update/refusals")).status).toBe(401);
  });

  it("goes on after its job was killed, also between a change and its record", async () => {
    const { db } = studio.context;
    const publisher = await addImporter();
    const ids = [
      await studio.createDraft(publisher, { name: "A" }),
      await studio.createDraft(publisher, { name: "B" }),
    ];
    await importRows(
      publisher,
      ids.map((id, place) => ({ artist, title: `New ${place}`, id })),
    );
    await studio.runDueJobs();
    await sql`update import_change set state = 'PENDING' where account_id = ${publisher.id}`.execute(db);
    const payload = JSON.stringify({ accountId: publisher.id, id: "update" });
    for (const _ of [1, 2])
      await sql`select graphile_worker.add_job('apply-import-changes', ${payload}::json)`.execute(db);
    await studio.runDueJobs();
    const names = await Promise.all(ids.map(async (id) => (await mySong(publisher, id)).song.name));
    expect(names).toEqual(["New 0", "New 1"]);
    expect((await progress(publisher)).changes).toEqual({ total: 2, pending: 0, refused: 0 });
    const change = { ...bearer(publisher.token), payload: { name: "By hand" } };
    await studio.call("PATCH", `song/${ids[1]}`, change);
    const { json } = await undo(publisher);
    expect(json.body).toEqual({ deleted: 0, restored: 1, kept: [{ id: ids[1], name: "By hand" }] });
    expect((await mySong(publisher, ids[0] ?? 0)).song.name).toBe("A");
  });

  it("changes nothing unless that was requested, nor wraps of others", async () => {
    const [publisher, other] = [await addImporter(), await addImporter()];
    const id = await studio.createDraft(publisher);
    const row = { artist, title: "Changed", nickname: "x", id };
    expect(await importRows(publisher, [row], { update: false })).toMatchObject({
      changed: [],
      saved: [{ existing: true }],
    });
    expect(await importRows(other, [row])).toMatchObject({ changed: [], saved: [{ existing: false }] });
    await studio.runDueJobs();
    expect((await mySong(publisher, id)).song).toMatchObject({ name: "Salt Meridian", nickname: null });
  });
});
