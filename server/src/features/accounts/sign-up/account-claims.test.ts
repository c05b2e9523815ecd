import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { waitUntilBlocked } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { only, openTestApi, type TestApi } from "../../../testing/http/api.ts";
import { createInvitedAccount } from "../index.ts";

const hour = 60 * 60;
const day = 24 * hour;
const password = "window seat please";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterEach(() => api.runDueJobs());
afterAll(() => api.close());

let accountCount = 0;
const newAddress = () => `artist${++accountCount}@wrapsody.example`;

type NewAccount = { artistId?: number; name?: string; language?: "en" | "es" };

/** Creates an account as the studio does: in a transaction of its own. */
async function create(email: string, input: NewAccount = {}): Promise<string> {
  const { name = "Inês Corvacho", language = "en", ...artist } = input;
  const { context } = api;
  const { accountId } = await context.db
    .transaction()
    .execute((tx) => createInvitedAccount(context, tx, { email, name, language, ...artist }));
  return accountId;
}

async function addArtist(): Promise<number> {
  const { db } = api.context;
  const song = await addSong(db, { artist: `Artist ${++accountCount}` });
  const { rows } = await sql<{ id: number }>`select artist_id as id from song where id = ${song}`.execute(db);
  return only(rows).id;
}

async function ownerOf(artistId: number): Promise<string | null> {
  const { rows } = await sql<{ owner: string | null }>`
    select owner_id as owner from artist where id = ${artistId}`.execute(api.context.db);
  return only(rows).owner;
}

async function accountAt(email: string) {
  const { rows } = await sql<{ id: string; verified: boolean; name: string; language: string }>`
    select id, verified_at is not null as verified, name, language from account
    where lower(email) = lower(${email})`.execute(api.context.db);
  return only(rows);
}

async function claimLink(email: string): Promise<URL> {
  await api.runDueJobs();
  const link = api.listLinks("/claim/", email).at(-1);
  if (link === undefined) throw new Error(`no claim was sent to ${email}`);
  return link;
}

function choosePassword(link: URL, pw = password) {
  const { searchParams } = link;
  const payload = { code: searchParams.get("code"), userId: searchParams.get("uid") };
  return api.call("PATCH", "auth/password/update", {
    payload: { ...payload, password: pw, confirmPassword: pw },
  });
}

const subjects = (address: string) => api.mails.mails(address).map(({ subject }) => subject);

describe("an account created for another person", () => {
  it("is claimed through an emailed link, which leads to its artist and a password", async () => {
    const { db } = api.context;
    const [email, artistId] = [newAddress(), await addArtist()];
    const id = await create(email, { artistId });
    expect(await accountAt(email)).toMatchObject({ id, verified: false });
    expect(await ownerOf(artistId)).toBeNull();

    const { status, json } = await api.openClaim(await claimLink(email));
    expect([status, json]).toEqual([200, { success: true, body: { email, has_password: false } }]);
    expect(await accountAt(email)).toMatchObject({ id, verified: true, name: "Inês Corvacho" });
    expect(await ownerOf(artistId)).toBe(id);
    const sessions = await sql`select 1 from session where account_id = ${id}`.execute(db);
    expect(sessions.rows).toEqual([]);

    await api.runDueJobs();
    expect(subjects(email)).toEqual(["An account is waiting for you", "Choose your password"]);
    expect((await choosePassword(only(api.listLinks("/resetPassword", email)))).status).toBe(200);
    expect((await api.logIn(email, password)).json.body.user).toMatchObject({ id, email });
    const events = await sql<{ kind: string }>`
      select kind from security_event where account_id = ${id} order by at, id`.execute(db);
    expect(events.rows.map(({ kind }) => kind)).toEqual(["claimed", "password-changed", "logged-in"]);
  });

  it("is unowned until then: no password can be requested", async () => {
    const email = newAddress();
    await create(email);
    await api.call("POST", "auth/password/reset", { payload: { email } });
    await api.runDueJobs();
    expect(subjects(email)).toEqual(["An account is waiting for you"]);
    expect((await api.logIn(email, password)).json.code).toBe("E0013");
  });

  it("can be claimed repeatedly, even concurrently, with one password email", { retry: 0 }, async () => {
    const [email, artistId] = [newAddress(), await addArtist()];
    const id = await create(email, { artistId });
    const link = await claimLink(email);
    const { db } = api.context;
    const together = await db.transaction().execute(async (tx) => {
      await sql`select 1 from account where id = ${id} for update`.execute(tx);
      const requests = Array.from({ length: 4 }, () => api.openClaim(link));
      await waitUntilBlocked(db, requests.length);
      return { answers: Promise.all(requests) };
    });
    const answers = await together.answers;
    await api.runDueJobs();
    await choosePassword(only(api.listLinks("/resetPassword", email)));
    api.context.clock.move(30 * day);
    for (const { status, json } of answers)
      expect([status, json]).toEqual([200, { success: true, body: { email, has_password: false } }]);
    expect((await api.openClaim(link)).json.body).toMatchObject({ has_password: true });
    await api.runDueJobs();
    expect(subjects(email)).toHaveLength(3);
    expect(await ownerOf(artistId)).toBe(id);
    const claims = await sql`
      select 1 from security_event where account_id = ${id} and kind = 'claimed'`.execute(api.context.db);
    expect(claims.rows).toHaveLength(1);
  });

  it("has a day to choose its password, and after that requests one like any other", async () => {
    const { clock } = api.context;
    const [email, late] = [newAddress(), newAddress()];
    for (const address of [email, late]) {
      await create(address);
      await api.openClaim(await claimLink(address));
    }
    await api.runDueJobs();
    clock.move(day - 1);
    expect((await choosePassword(only(api.listLinks("/resetPassword", email)))).status).toBe(200);
    clock.move(1);
    expect((await choosePassword(only(api.listLinks("/resetPassword", late)))).json.code).toBe("E0020");
    await api.call("POST", "auth/password/reset", { payload: { email: late } });
    await api.runDueJobs();
    const newest = api.listLinks("/resetPassword", late).at(-1);
    expect(newest === undefined ? 0 : (await choosePassword(newest)).status).toBe(200);
  });

  it("can be claimed for fourteen days", async () => {
    const { clock } = api.context;
    const [email, late] = [newAddress(), newAddress()];
    for (const address of [email, late]) await create(address);
    const [early, tooLate] = [await claimLink(email), await claimLink(late)];
    clock.move(14 * day - 1);
    // Reading its state, as the page does in a mail filter, uses nothing up.
    for (let reads = 0; reads < 2; reads++)
      expect((await api.readClaimState(early)).json.body).toEqual({ is_used: false });
    expect(await accountAt(email)).toMatchObject({ verified: false });
    expect((await api.openClaim(early)).status).toBe(200);
    clock.move(1);
    expect((await api.readClaimState(early)).json.body).toEqual({ is_used: true });
    expect((await api.readClaimState(tooLate)).json.code).toBe("E0021");
    expect((await api.openClaim(tooLate)).json.code).toBe("E0021");
    expect(await accountAt(late)).toMatchObject({ verified: false });
  });

  it("cannot be claimed with another account's code", async () => {
    const [email, other] = [newAddress(), newAddress()];
    for (const address of [email, other]) await create(address);
    const [, , uid] = (await claimLink(email)).pathname.split("/");
    const [, , othersId, othersCode] = (await claimLink(other)).pathname.split("/");
    const { status, json } = await api.call("GET", `user/${uid}/claim/${othersCode}`);
    expect([status, json.code]).toEqual([400, "E0021"]);
    expect(await accountAt(email)).toMatchObject({ verified: false });
    expect((await api.call("GET", `user/${othersId}/claim/${othersCode}`)).status).toBe(200);
  });

  it("loses its claim if it is deleted", async () => {
    const email = newAddress();
    await create(email);
    const link = await claimLink(email);
    await sql`delete from account where email = ${email}`.execute(api.context.db);
    expect((await api.openClaim(link)).json.code).toBe("E0021");
  });
});

describe("creating an account for another person", () => {
  it("again before it is claimed creates a new link and keeps all its artists", async () => {
    const email = newAddress();
    const artists = [await addArtist(), await addArtist()];
    const [first, second] = artists;
    const id = await create(email, { artistId: first ?? 0 });
    const before = await claimLink(email);
    expect(await create(email.toUpperCase(), { artistId: second ?? 0, name: "Eve" })).toBe(id);
    const after = await claimLink(email);
    expect((await api.readClaimState(before)).json.code).toBe("E0021");
    expect((await api.openClaim(before)).json.code).toBe("E0021");
    expect((await api.readClaimState(after)).json.body).toEqual({ is_used: false });
    expect((await api.openClaim(after)).status).toBe(200);
    expect(await Promise.all(artists.map(ownerOf))).toEqual([id, id]);
    expect(await accountAt(email)).toMatchObject({ name: "Inês Corvacho" });
  });

  it("concurrently creates one account", { retry: 0 }, async () => {
    const email = newAddress();
    const ids = await Promise.all([create(email), create(email.toUpperCase()), create(email)]);
    expect(new Set(ids).size).toBe(1);
    await api.runDueJobs();
    const links = api.listLinks("/claim/", email);
    const answers = await Promise.all(links.map(api.openClaim));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it("who already has one transfers the artist immediately and sends nothing", async () => {
    const [email, artistId] = [newAddress(), await addArtist()];
    const payload = { email, name: "Inês Corvacho", pw: password, pwconfirm: password };
    await api.call("POST", "user", { payload });
    await api.openClaim(await claimLink(email));
    const { id } = await accountAt(email);
    expect(await create(email.toUpperCase(), { artistId })).toBe(id);
    await api.runDueJobs();
    expect(await ownerOf(artistId)).toBe(id);
    expect(subjects(email)).toEqual(["Confirm your address"]);
  });

  it("uses the recipient's language", async () => {
    const email = newAddress();
    await create(email, { language: "es" });
    await api.openClaim(await claimLink(email));
    await api.runDueJobs();
    expect(subjects(email)).toEqual(["Hay una cuenta que te espera", "Elige tu contraseña"]);
    expect(await accountAt(email)).toMatchObject({ language: "es" });
  });

  it("leaves no account and sends no email if its transaction fails", async () => {
    const { context } = api;
    const email = newAddress();
    const failing = context.db.transaction().execute(async (tx) => {
      await createInvitedAccount(context, tx, { email, name: "Inês", language: "en" });
      throw new Error("something else went wrong");
    });
    await expect(failing).rejects.toThrow("something else went wrong");
    await api.runDueJobs();
    expect(subjects(email)).toEqual([]);
    await expect(accountAt(email)).rejects.toThrow("0 instead of one");
  });

  it("stores the code neither in the queue nor in the database", async () => {
    const email = newAddress();
    const id = await create(email);
    const { rows } = await sql<{ kept: string }>`
      select row_to_json(c)::text as kept from account_claim c where account_id = ${id}`.execute(
      api.context.db,
    );
    const stored = only(rows).kept + JSON.stringify(await api.listJobs());
    const [, , , code = ""] = (await claimLink(email)).pathname.split("/");
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(stored).not.toContain(code);
  });
});

describe("signing up with the address of an unclaimed account", () => {
  it("sends a new claim link, once an hour", async () => {
    const { clock } = api.context;
    const email = newAddress();
    const id = await create(email);
    await api.runDueJobs();
    const payload = { email: email.toUpperCase(), name: "Eve", pw: password, pwconfirm: password };
    const signUp = async () => {
      expect((await api.call("POST", "user", { payload })).status).toBe(200);
      await api.runDueJobs();
    };
    clock.move(15 * day);
    for (let count = 0; count < 3; count += 1) await signUp();
    expect(subjects(email)).toEqual(Array(2).fill("An account is waiting for you"));
    clock.move(hour + 1);
    await signUp();
    expect(subjects(email)).toHaveLength(3);
    expect((await api.openClaim(await claimLink(email))).status).toBe(200);
    expect(await accountAt(email)).toMatchObject({ id, name: "Inês Corvacho", verified: true });
    expect((await api.logIn(email, password)).json.code).toBe("E0013");
  });
});
