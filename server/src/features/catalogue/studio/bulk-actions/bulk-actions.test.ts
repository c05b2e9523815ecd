import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../../testing/fixtures/studio.ts";

let api: Studio;
let publisher: Person & { artist: number };
let songs: number[];

beforeAll(async () => {
  api = await openStudio();
});
afterAll(() => api.close());
beforeEach(async () => {
  publisher = await api.addPublisher();
  songs = [];
  for (const name of ["Low Water", "Harbour Light", "Night Ferry"])
    songs.push(await api.createDraft(publisher, { name }));
});

const act = (body: object, person: Person = publisher) =>
  api.call("POST", "my/songs/actions", { payload: body, ...bearer(person.token) });

async function listStates(): Promise<string[]> {
  const { rows } = await sql<{ status: string }>`
    select status from song where id = any(${songs}) order by id`.execute(api.context.db);
  return rows.map(({ status }) => status);
}

describe("selected wraps", () => {
  it("are submitted and hidden, each as far as it can be", async () => {
    const [first = 0, second = 0, third = 0] = songs;
    for (const song of [first, third]) await api.setAudio(song);
    const { status, json } = await act({ ids: [third, second, first], action: "SUBMIT" });
    expect(status).toBe(200);
    expect(json.body.results).toEqual([
      { id: third, problem: null },
      { id: second, problem: { code: "E0027", message: "This wrap has no audio yet." } },
      { id: first, problem: null },
    ]);
    expect(await listStates()).toEqual(["ACTIVE", "DRAFT", "ACTIVE"]);
    expect((await act({ ids: songs, action: "HIDE" })).json.body.results).toEqual(
      songs.map((id) => ({ id, problem: null })),
    );
    expect(await listStates()).toEqual(["HIDDEN", "DRAFT", "HIDDEN"]);
  });

  it("get a tag once, and public pages show it", { retry: 0 }, async () => {
    const [first = 0, second = 0] = songs;
    await sql`update song set status = 'ACTIVE' where id = ${first}`.execute(api.context.db);
    const { changes, close } = api.watchPages();
    const tag = { ids: [first, second], action: "TAG", tag: " Ferry ", genre: true };
    await Promise.all([act(tag), act({ ...tag, tag: "ferry" }), act(tag)]);
    close();
    const { rows } = await sql<{ tag: string; genre: boolean }>`
      select tag, genre from song_tag where song_id = any(${[first, second]})`.execute(api.context.db);
    expect(rows.map(({ tag, genre }) => [tag.toLowerCase(), genre])).toEqual([
      ["ferry", true],
      ["ferry", true],
    ]);
    expect(changes).toEqual([[`song:${first}`, "list:song-tags"]]);
  });

  it("are deleted, except those with an active experience; a repeat finds nothing", async () => {
    const [first = 0, second = 0, third = 0] = songs;
    await sql`
      insert into campaign (pretty_id, song_id, name, type, network, is_active, state, activated_at)
      values (${`active-${first}`}, ${first}, 'Active', 'GENERATIVE', 'LINEA', true, 'ACTIVE', now())`.execute(
      api.context.db,
    );
    const { results } = (await act({ ids: songs, action: "DELETE" })).json.body;
    expect(results).toMatchObject([
      { id: first, problem: { code: "E0026" } },
      { id: second, problem: null },
      { id: third, problem: null },
    ]);
    const repeated = (await act({ ids: [second, second], action: "DELETE" })).json.body.results;
    expect(repeated).toMatchObject([{ id: second, problem: { code: "E0001" } }]);
  });

  it("of another publisher are not found and do not change", async () => {
    const stranger = await api.addPublisher();
    for (const action of ["SUBMIT", "HIDE", "DELETE", "TAG"]) {
      const { json } = await act({ ids: songs, action, tag: "mine" }, stranger);
      expect(json.body.results.map(({ problem }: { problem: { code: string } }) => problem.code)).toEqual([
        "E0001",
        "E0001",
        "E0001",
      ]);
    }
    expect(await listStates()).toEqual(["DRAFT", "DRAFT", "DRAFT"]);
    expect(
      (await api.call("POST", "my/songs/actions", { payload: { ids: songs, action: "HIDE" } })).status,
    ).toBe(401);
  });

  it.each([
    [{ ids: [], action: "HIDE" }, "ids"],
    [{ ids: ["x"], action: "HIDE" }, "ids.0"],
    [{ ids: [1], action: "SELL" }, "action"],
    [{ ids: [1], action: "TAG" }, "tag"],
    [{ ids: [1], action: "TAG", tag: "x".repeat(101) }, "tag"],
    [{ ids: Array.from({ length: 101 }, (_, index) => index + 1), action: "HIDE" }, "ids"],
  ])("are rejected on their field: %j", async (body, field) => {
    const { status, json } = await act(body);
    expect([status, json.code, json.errors[0]?.field]).toEqual([400, "E0007", field]);
  });
});
