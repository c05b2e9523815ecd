import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import {
  basicAuth,
  bearer,
  makePremium,
  openPeople,
  type People,
  type Person,
} from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";

const minute = 60;
const day = 24 * 60 * minute;
const firefox = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0";
const chrome =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

type Shown = { id: string; browser: string | null; system: string | null; current: boolean };

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

async function devices(token: string): Promise<Shown[]> {
  return (await people.call("GET", "my/sessions", bearer(token))).json.body.data;
}

async function ownId(token: string): Promise<string> {
  return (await devices(token)).find(({ current }) => current)?.id ?? "";
}

const signOut = (token: string, id: string) => people.call("DELETE", `my/sessions/${id}`, bearer(token));
const signOthersOut = (token: string) => people.call("DELETE", "my/sessions", bearer(token));
const isIn = async (token: string) => (await people.call("GET", "me", bearer(token))).status === 200;
const kinds = async ({ id }: Person) => (await people.events(id)).map(({ kind }) => kind);

describe("the devices of a user", () => {
  it("are listed by name, the current one first, then the most recently used", async () => {
    const person = await people.join();
    await people.logInAgain(person, { "user-agent": firefox, "x-forwarded-for": "203.0.113.9" });
    people.context.clock.move(minute);
    await people.logInAgain(person, { "user-agent": safari });
    people.context.clock.move(minute);
    const began = people.context.clock.now().toISOString();
    const token = await people.logInAgain(person, {
      "user-agent": chrome,
      "x-forwarded-for": "2001:db8:1:2::9",
    });
    people.context.clock.move(minute);
    await people.logInAgain(person, { "user-agent": "" });
    const { status, json, headers } = await people.call("GET", "my/sessions", bearer(token));
    expect([status, json.body.total]).toEqual([200, 5]);
    expect(json.body.data.map(({ browser, system }: Shown) => [browser, system])).toEqual([
      ["Chrome 141", "Linux"],
      [null, null],
      ["Safari 18", "iOS"],
      ["Firefox 140", "macOS"],
      [null, null],
    ]);
    expect(json.body.data[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      browser: "Chrome 141",
      system: "Linux",
      network: "2001:db8:1:2::/64",
      created_at: began,
      last_used_at: began,
      current: true,
    });
    expect(json.body.data.map(({ current }: Shown) => current)).toEqual([true, false, false, false, false]);
    expect(headers["cache-control"]).toBe("private, no-store");
  });

  it("show when and where they were last used", async () => {
    const person = await people.join();
    people.context.clock.move(16 * minute);
    const from = { ...bearer(person.token).headers, "x-forwarded-for": "198.51.100.77" };
    const { json } = await people.call("GET", "my/sessions", { headers: from });
    const now = people.context.clock.now().toISOString();
    expect(json.body.data).toMatchObject([{ network: "198.51.100.77", last_used_at: now }]);
  });

  it("exclude expired sessions and other users' sessions", async () => {
    const [person, other] = [await people.join(), await people.join()];
    people.context.clock.move(20 * day);
    await isIn(other.token);
    const token = await people.logInAgain(person);
    people.context.clock.move(10 * day);
    expect(await devices(token)).toHaveLength(1);
    expect(await devices(other.token)).toHaveLength(1);
  });

  it("are two if one browser logs in twice", async () => {
    const person = await people.join();
    const same = { "x-device-fingerprint": "a-browser" };
    const [first, second] = [await people.logInAgain(person, same), await people.logInAgain(person, same)];
    expect([await isIn(first), await isIn(second)]).toEqual([true, true]);
    expect(await devices(second)).toHaveLength(3);
  });

  it.each([
    ["GET", "my/sessions"],
    ["DELETE", "my/sessions"],
    ["DELETE", `my/sessions/${crypto.randomUUID()}`],
    ["GET", "my/data"],
  ] as const)("require a live session: %s %s", async (method, path) => {
    expect((await people.call(method, path)).json.code).toBe("E0002");
    expect((await people.call(method, path, bearer("x".repeat(43)))).json.code).toBe("E0003");
    const person = await people.join();
    await makePremium(people, person);
    const keys = (await people.call("PATCH", "provider/keys", bearer(person.token))).json.body;
    expect((await people.call(method, path, basicAuth(keys))).json.code).toBe("E0023");
  });
});

describe("signing out a device", () => {
  it("ends only its session", async () => {
    const person = await people.join();
    const [lost, remaining] = [await people.logInAgain(person), await people.logInAgain(person)];
    const { status, json } = await signOut(person.token, await ownId(lost));
    expect([status, json.body]).toEqual([200, {}]);
    expect([await isIn(lost), await isIn(remaining), await isIn(person.token)]).toEqual([false, true, true]);
    expect((await people.events(person.id)).at(-1)).toEqual({
      kind: "sessions-ended",
      detail: { sessions: 1 },
    });
  });

  it("can be repeated, even concurrently, and is recorded once", { retry: 0 }, async () => {
    const person = await people.join();
    const id = await ownId(await people.logInAgain(person));
    const answers = await Promise.all([signOut(person.token, id), signOut(person.token, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await signOut(person.token, id)).status).toBe(200);
    expect((await kinds(person)).filter((kind) => kind === "sessions-ended")).toHaveLength(1);
  });

  it("logs the caller out if it is the current device", async () => {
    const person = await people.join();
    expect((await signOut(person.token, await ownId(person.token))).status).toBe(200);
    expect(await isIn(person.token)).toBe(false);
    expect((await kinds(person)).at(-1)).toBe("logged-out");
  });

  it("does not find another user's device", async () => {
    const [person, other] = [await people.join(), await people.join()];
    const refused = await signOut(person.token, await ownId(other.token));
    expect([refused.status, refused.json.code]).toEqual([404, "E0001"]);
    expect(await isIn(other.token)).toBe(true);
    expect(await kinds(other)).toEqual(["logged-in"]);
  });

  it.each(["7", "me", "%00", "' or true --"])("rejects an invalid id: %s", async (id) => {
    const { token } = await people.join();
    const { status, json } = await signOut(token, encodeURIComponent(id));
    expect([status, json.code, json.errors[0].field]).toEqual([400, "E0007", "id"]);
  });
});

describe("signing out all other devices", () => {
  it("keeps the current one and returns how many were signed out", async () => {
    const [person, other] = [await people.join(), await people.join()];
    const [first, second] = [await people.logInAgain(person), await people.logInAgain(person)];
    expect((await signOthersOut(second)).json.body).toEqual({ ended: 2 });
    expect([await isIn(person.token), await isIn(first), await isIn(second)]).toEqual([false, false, true]);
    expect(await isIn(other.token)).toBe(true);
    expect((await people.events(person.id)).at(-1)).toEqual({
      kind: "sessions-ended",
      detail: { sessions: 2 },
    });
    expect((await signOthersOut(second)).json.body).toEqual({ ended: 0 });
    expect((await kinds(person)).filter((kind) => kind === "sessions-ended")).toHaveLength(1);
  });

  it("twice concurrently ends each session once", { retry: 0 }, async () => {
    const person = await people.join();
    for (let count = 0; count < 3; count += 1) await people.logInAgain(person);
    const answers = await Promise.all([signOthersOut(person.token), signOthersOut(person.token)]);
    expect(answers.map(({ json }) => json.body.ended).sort()).toEqual([0, 3]);
  });

  it("from two of them concurrently leaves at most one session", { retry: 0 }, async () => {
    const person = await people.join();
    const other = await people.logInAgain(person);
    const answers = await Promise.all([signOthersOut(person.token), signOthersOut(other)]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect([await isIn(person.token), await isIn(other)].filter(Boolean).length).toBeLessThanOrEqual(1);
  });
});

describe("a user's data export", () => {
  it("contains everything stored about them, grouped by feature", async () => {
    const { db, clock } = people.context;
    const person = await people.join();
    await people.logInAgain(person);
    await makePremium(people, person);
    const keys = (await people.call("PATCH", "provider/keys", bearer(person.token))).json.body;
    const song = await addSong(db, { name: "Salt Meridian", artist: `Ottilie ${person.id}` });
    await sql`
      update artist set owner_id = ${person.id} where id = (select artist_id from song where id = ${song})`.execute(
      db,
    );
    await sql`
      insert into social_login (network, subject, account_id, email, created_at, used_at)
      values ('SPOTIFY', ${person.id}, ${person.id}, 'o@music.example', ${clock.now()}, ${clock.now()})`.execute(
      db,
    );
    const started = await people.call("POST", `song/${song}/stream`, {
      ...bearer(person.token),
      payload: {},
    });
    clock.move(40);
    const payload = { stream_id: started.json.body.stream_id, heard: 35 };
    await people.call("POST", `song/${song}/stream`, { ...bearer(person.token), payload });

    const { status, json, headers } = await people.call("GET", "my/data", bearer(person.token));
    expect([status, headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(json).toEqual({ success: true, body: expect.any(Object) });
    const { exported_at, accounts, catalogue, experiences } = json.body;
    expect(exported_at).toBe(clock.now().toISOString());
    const session = { network: "127.0.0.1", user_agent: "lightMyRequest", device: null };
    expect(accounts).toMatchObject({
      profile: { id: person.id, email: person.email, name: "Ottilie Brandt", has_password: true },
      subscriptions: [{ plan: "PREMIUM_MONTHLY" }],
      networks: [{ network: "SPOTIFY", subject: person.id, email: "o@music.example" }],
      api_keys: [{ key_id: keys.apiKeyId }],
      familiar_networks: [{ network: "127.0.0.1" }],
      sessions: [session, session],
      security_events: [
        { kind: "data-exported" },
        { kind: "keys-rotated" },
        { kind: "logged-in", detail: { by: "password" } },
        { kind: "logged-in", detail: { by: "password" } },
      ],
    });
    expect(catalogue).toEqual({
      playlists: [],
      likes: [],
      plays: [
        {
          id: payload.stream_id,
          song_id: song,
          song: "Salt Meridian",
          artist: `Ottilie ${person.id}`,
          started_at: expect.any(String),
          counted_at: exported_at,
          heard: 35,
          visitor: null,
          sharer: null,
          source: null,
        },
      ],
      release_reminders: [],
      artists: [expect.objectContaining({ name: `Ottilie ${person.id}` })],
      albums: [],
      songs: [expect.objectContaining({ id: song, name: "Salt Meridian", status: "ACTIVE" })],
      song_changes: [],
      masters: [],
      lyrics: [],
      splits: [],
      wnfts: [],
      wnft_transfers: [],
    });
    expect(experiences).toEqual({
      orders: [],
      artworks: [],
      phase_reminders: [],
      waitlists: [],
      phase_lists: [],
    });
  });

  it("contains no credentials", async () => {
    const { db } = people.context;
    const person = await people.join();
    await makePremium(people, person);
    const keys = (await people.call("PATCH", "provider/keys", bearer(person.token))).json.body;
    const { json } = await people.call("GET", "my/data", bearer(person.token));
    const { rows } = await sql<{ hash: string; token: string; secret: string }>`
      select a.password_hash as hash, encode(s.token_hash, 'hex') as token, encode(k.secret_hash, 'hex') as secret
      from account a join session s on s.account_id = a.id join api_key k on k.account_id = a.id
      where a.id = ${person.id}`.execute(db);
    const text = JSON.stringify(json);
    for (const secret of [person.token, keys.apiKeySecret, ...Object.values(rows[0] ?? {})])
      expect(text).not.toContain(secret);
    expect(text).not.toContain("argon2");
    expect(Object.keys(json.body.accounts.api_keys[0])).toEqual(["key_id", "created_at"]);
  });

  it("is complete and ordered for any number of plays, and contains no one else's", async () => {
    const { db } = people.context;
    const [person, other] = [await people.join(), await people.join()];
    const song = await addSong(db);
    const addPlays = (account: Person, count: number) =>
      sql`insert into play (id, song_id, listener, account_id, started_at)
        select uuidv7(), ${song}, '\\x00', ${account.id}, now() - (n / 3) * interval '1 hour'
        from generate_series(1, ${count}::int) n`.execute(db);
    await addPlays(person, 2_500);
    await addPlays(other, 1_000);
    const readExport = async ({ token }: Person) => {
      const { json } = await people.call("GET", "my/data", bearer(token));
      return json.body.catalogue.plays.map(
        (play: { started_at: string; id: string }) => `${play.started_at} ${play.id}`,
      );
    };
    const plays: string[] = await readExport(person);
    expect([plays.length, new Set(plays).size]).toEqual([2_500, 2_500]);
    expect(plays).toEqual([...plays].sort());
    expect(await readExport(other)).toHaveLength(1_000);
  });

  it("is recorded each time, even if requested twice concurrently", { retry: 0 }, async () => {
    const person = await people.join();
    const exportData = () => people.call("GET", "my/data", bearer(person.token));
    const answers = await Promise.all([exportData(), exportData()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await kinds(person)).toEqual(["logged-in", "data-exported", "data-exported"]);
  });
});
