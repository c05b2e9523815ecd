import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import {
  basicAuth,
  bearer,
  dumpDatabase,
  makePremium,
  openPeople,
  type People,
  type Person,
  password,
  waitUntilBlocked,
} from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { only } from "../../../testing/http/api.ts";

const minute = 60;
const wrong = "low tide ledger";

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

function deleteAccount({ token }: Pick<Person, "token">, payload: object = { password }, from = "127.0.0.1") {
  const headers = { ...bearer(token).headers, "x-forwarded-for": from };
  return people.call("DELETE", "me", { payload, headers });
}

const isIn = async (token: string) => (await people.call("GET", "me", bearer(token))).status === 200;

async function count(table: string, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where account_id = ${accountId}`.execute(
    people.context.db,
  );
  return rows[0]?.count ?? -1;
}

/** Adds an artist of a user with that many songs of each status. */
async function addArtist({ id }: Person, statuses: readonly string[]): Promise<number> {
  const { db } = people.context;
  const { rows } = await sql<{ id: number }>`
    insert into artist (artist_clean_id, name, owner_id) values ('a-' || gen_random_uuid(), 'Inês', ${id})
    returning id`.execute(db);
  const artist = rows[0]?.id ?? 0;
  for (const status of statuses) {
    await sql`
      insert into song (pretty_id, artist_id, artist, name, status)
      values ('s-' || gen_random_uuid(), ${artist}, 'Inês', 'Salt Meridian', ${status})`.execute(db);
  }
  return artist;
}

async function ownerOf(artist: number): Promise<string | null | undefined> {
  const { rows } = await sql<{ owner_id: string | null }>`
    select owner_id from artist where id = ${artist}`.execute(people.context.db);
  return rows[0]?.owner_id;
}

async function addPlays({ id }: Person, song: number, plays: number): Promise<void> {
  await sql`
    insert into play (id, song_id, listener, account_id, visitor, started_at, counted_at, heard)
    select uuidv7(), ${song}, '\\x00', ${id}, 'abcdefghijklmnop', now() - n * interval '1 hour', now(), 31
    from generate_series(1, ${plays}::int) n`.execute(people.context.db);
}

describe("deleting an account", () => {
  it("deletes everything it owns and notifies its address", async () => {
    const { db, clock } = people.context;
    const person = await people.join();
    await makePremium(people, person);
    const { body: keys } = (await people.call("PATCH", "provider/keys", bearer(person.token))).json;
    const elsewhere = await people.logInAgain(person);
    await people.call("PATCH", "user/mfa", bearer(person.token));
    await people.logIn(person.email, password);
    await people.call("GET", "session/exchange", bearer(person.token));
    await people.call("POST", "auth/password/reset", { payload: { email: person.email } });
    await sql`
      insert into social_login (network, subject, account_id, email, created_at, used_at)
      values ('SPOTIFY', ${person.id}, ${person.id}, ${person.email}, ${clock.now()}, ${clock.now()})`.execute(
      db,
    );
    await sql`
      insert into registration (email, name, password_hash, language, code_hash, created_at, expires_at)
      values (${person.email.toUpperCase()}, 'O', 'x', 'en', '\\x00', ${clock.now()}, ${clock.now()})`.execute(
      db,
    );
    await people.runDueJobs();

    const { status, json } = await deleteAccount(person);
    expect([status, json]).toEqual([200, { success: true, body: {} }]);
    expect([await isIn(person.token), await isIn(elsewhere)]).toEqual([false, false]);
    expect((await people.call("GET", "me", basicAuth(keys))).status).toBe(401);
    expect((await people.logIn(person.email, password)).json.code).toBe("E0013");
    await people.runDueJobs();
    const mail = people.mails.mails(person.email).at(-1);
    expect(mail?.subject).toMatch(/deleted/);
    // The try of the failed login belongs to the address, not to the account.
    await sql`delete from login_try`.execute(db);
    const stored = await dumpDatabase(people);
    for (const trace of [person.id, person.email, person.email.toUpperCase(), keys.apiKeyId])
      expect(stored).not.toContain(trace);
  });

  it("keeps the events without any personal data", async () => {
    const person = await people.join();
    const before = await people.events(person.id);
    expect(before.map(({ kind }) => kind)).toEqual(["logged-in"]);
    const { rows: ids } = await sql<{ id: string }>`
      select id from security_event where account_id = ${person.id}`.execute(people.context.db);
    await deleteAccount(person);
    const { rows } = await sql`
      select kind, account_id, network, user_agent, detail from security_event
      where id >= ${only(ids).id} order by id`.execute(people.context.db);
    const anonymized = { account_id: null, network: "", user_agent: "", detail: {} };
    expect(rows).toEqual([
      { kind: "logged-in", ...anonymized },
      { kind: "account-deleted", ...anonymized },
    ]);
  });

  it("lets the address sign up again", async () => {
    const person = await people.join();
    const { email } = person;
    await deleteAccount(person);
    const payload = { email, name: "Ottilie", pw: password, pwconfirm: password };
    expect((await people.call("POST", "user", { payload })).status).toBe(200);
    await people.runDueJobs();
    await people.openClaim(only(people.listLinks("/claim/", email)));
    const { json } = await people.logIn(email, password);
    expect(json.body.user.email).toBe(email);
    expect(json.body.user.id).not.toBe(person.id);
  });

  it("happens once, even if requested twice concurrently", { retry: 0 }, async () => {
    const person = await people.join();
    const answers = await Promise.all([deleteAccount(person), deleteAccount(person)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(answers.find(({ status }) => status === 401)?.json.code).toBe("E0003");
    expect((await deleteAccount(person)).status).toBe(401);
    await people.runDueJobs();
    expect(people.mails.mails(person.email)).toHaveLength(1);
  });

  it("breaks nothing while the account is in use elsewhere", async () => {
    const person = await people.join();
    const token = await people.logInAgain(person);
    const answers = await Promise.all([
      deleteAccount(person),
      people.logIn(person.email, password),
      people.logIn(person.email, wrong),
      people.call("PATCH", "user/mfa", bearer(token)),
      people.call("GET", "session/exchange", bearer(token)),
      people.call("DELETE", "my/sessions", bearer(token)),
      people.call("POST", "auth/logout", bearer(token)),
      people.call("GET", "my/data", bearer(token)),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    // If another device was signed out first, it was this one.
    if (answers[0]?.status === 401) return;
    expect([await count("session", person.id), await isIn(token)]).toEqual([0, false]);
  });

  it("affects no other account", async () => {
    const [person, other] = [await people.join(), await people.join()];
    const song = await addSong(people.context.db);
    await addPlays(other, song, 3);
    await deleteAccount(person);
    await people.runDueJobs();
    expect(await isIn(other.token)).toBe(true);
    expect([await count("play", other.id), await count("security_event", other.id)]).toEqual([3, 1]);
  });

  it("needs the user's own live session", async () => {
    const person = await people.join();
    expect((await people.call("DELETE", "me", { payload: { password } })).json.code).toBe("E0002");
    expect((await deleteAccount({ token: "x".repeat(43) })).json.code).toBe("E0003");
    await makePremium(people, person);
    const keys = (await people.call("PATCH", "provider/keys", bearer(person.token))).json.body;
    const refused = await people.call("DELETE", "me", { ...basicAuth(keys), payload: { password } });
    expect([refused.status, refused.json.code]).toEqual([403, "E0023"]);
    expect(await isIn(person.token)).toBe(true);
  });
});

describe("the password required for deletion", () => {
  it("is reported on its field if missing or wrong", async () => {
    const person = await people.join();
    for (const [payload, message] of [
      [{}, "Required"],
      [{ password: "" }, "Required"],
      [{ password: wrong }, "Wrong password."],
    ] as const) {
      const { status, json } = await deleteAccount(person, payload);
      expect([status, json.code, json.errors]).toEqual([400, "E0007", [{ field: "password", message }]]);
    }
    const tooMuch = await deleteAccount(person, { password: "x".repeat(1_001) });
    expect([tooMuch.status, tooMuch.json.errors[0].field]).toEqual([400, "password"]);
    expect(await isIn(person.token)).toBe(true);
    expect((await people.events(person.id)).at(-1)).toEqual({
      kind: "login-failed",
      detail: { asked: "deletion" },
    });
  });

  it("is throttled like a login and counts toward the same limit", async () => {
    const person = await people.join();
    const from = "203.0.113.50";
    for (let tries = 0; tries < 5; tries += 1)
      expect((await deleteAccount(person, { password: wrong }, from)).status).toBe(400);
    const refused = await deleteAccount(person, { password }, from);
    expect([refused.status, refused.json.code, refused.headers["retry-after"]]).toEqual([429, "E0010", "10"]);
    const payload = { username: person.email, password };
    const logIn = await people.call("POST", "auth", { payload, headers: { "x-forwarded-for": from } });
    expect(logIn.status).toBe(429);
    people.context.clock.move(10);
    expect((await deleteAccount(person, { password }, from)).status).toBe(200);
  });

  it("gets no additional tries from concurrent requests", { retry: 0 }, async () => {
    const person = await people.join();
    const tries = Array.from({ length: 12 }, () =>
      deleteAccount(person, { password: wrong }, "203.0.113.51"),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  it("is replaced by a recent login for users without one", async () => {
    const [late, soon] = [await people.join(), await people.join()];
    for (const { id } of [late, soon])
      await sql`update account set password_hash = null where id = ${id}`.execute(people.context.db);
    people.context.clock.move(10 * minute);
    expect((await deleteAccount(soon, {})).status).toBe(200);
    people.context.clock.move(1);
    const refused = await deleteAccount(late, { password });
    expect([refused.status, refused.json.code]).toEqual([403, "E0018"]);
    expect(await isIn(late.token)).toBe(true);
  });
});

describe("an administrator's account", () => {
  it("is not deleted while nobody else can log in as an administrator", async () => {
    const { db } = people.context;
    const [person, other] = [await people.join(), await people.join()];
    await sql`update account set role = 'ADMIN' where id in (${person.id}, ${other.id})`.execute(db);
    await sql`update account set password_hash = null where id = ${other.id}`.execute(db);
    const refused = await deleteAccount(person);
    expect([refused.status, refused.json.code]).toEqual([409, "E0063"]);
    expect(refused.json.message).toBe(
      "You are the only administrator. Grant the role to someone else first.",
    );
    expect(await isIn(person.token)).toBe(true);
    await sql`update account set role = 'PROVIDER' where id = ${person.id}`.execute(db);
    expect((await deleteAccount(person)).status).toBe(200);
    await sql`update account set role = 'PROVIDER' where id = ${other.id}`.execute(db);
  });

  it("stays if the only other one is deleted at the same instant", { retry: 0 }, async () => {
    const { db } = people.context;
    for (let round = 0; round < 3; round += 1) {
      const both = [await people.join(), await people.join()];
      const ids = both.map(({ id }) => id);
      await sql`update account set role = 'ADMIN' where id = any(${ids})`.execute(db);
      const answers = await Promise.all(both.map((person) => deleteAccount(person)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const { rows } = await sql`select from account where role = 'ADMIN'`.execute(db);
      expect(rows).toHaveLength(1);
      await sql`update account set role = 'PROVIDER'`.execute(db);
    }
  });
});

describe("an account whose artists have wraps", () => {
  it("is not deleted before they are, and the response counts them", async () => {
    const person = await people.join();
    const [first, second] = [
      await addArtist(person, ["ACTIVE", "DRAFT", "DELETED"]),
      await addArtist(person, ["HIDDEN"]),
    ];
    const refused = await deleteAccount(person);
    expect([refused.status, refused.json.code, refused.json.message]).toEqual([
      409,
      "E0022",
      "This account cannot be deleted yet: it has 3 wraps by 2 artists. Delete them first.",
    ]);
    await sql`update song set status = 'DELETED' where artist_id = ${first}`.execute(people.context.db);
    expect((await deleteAccount(person)).json.message).toContain("it has 1 wrap by one artist.");
    expect([await isIn(person.token), await ownerOf(second)]).toEqual([true, person.id]);
    await sql`update song set status = 'DELETED' where artist_id = ${second}`.execute(people.context.db);
    expect((await deleteAccount(person)).status).toBe(200);
    expect([await ownerOf(first), await ownerOf(second)]).toEqual([null, null]);
  });

  it("deletes artists that never had any", async () => {
    const [person, other] = [await people.join(), await people.join()];
    const [own, others] = [await addArtist(person, []), await addArtist(other, [])];
    await deleteAccount(person);
    expect([await ownerOf(own), await ownerOf(others)]).toEqual([undefined, other.id]);
  });

  it("also sees a wrap that is being added concurrently", { retry: 0 }, async () => {
    const { db } = people.context;
    const person = await people.join();
    const artist = await addArtist(person, []);
    const { promise: added, resolve: markAdded } = Promise.withResolvers<void>();
    const { promise: started, resolve: begin } = Promise.withResolvers<void>();
    const adding = db.transaction().execute(async (tx) => {
      await sql`
        insert into song (pretty_id, artist_id, artist, name) values ('s-' || gen_random_uuid(), ${artist}, 'Inês', 'Late')`.execute(
        tx,
      );
      begin();
      await added;
    });
    await started;
    const leaving = deleteAccount(person);
    await waitUntilBlocked(db);
    markAdded();
    await adding;
    expect((await leaving).json.code).toBe("E0022");
    expect(await isIn(person.token)).toBe(true);
  });
});

describe("plays of a deleted account", () => {
  it("stay counted without a listener", async () => {
    const { db } = people.context;
    const person = await people.join();
    const song = await addSong(db);
    await addPlays(person, song, 4_500);
    await deleteAccount(person);
    await people.runDueJobs();
    expect(await count("play", person.id)).toBe(0);
    const { rows } = await sql`
      select count(*) filter (where counted_at is not null) as counted, count(visitor) as visitors
      from play where song_id = ${song}`.execute(db);
    expect(rows).toEqual([{ counted: 4_500, visitors: 0 }]);
  });

  it("are detached by a job that can run twice", { retry: 0 }, async () => {
    const { db } = people.context;
    const person = await people.join();
    await addPlays(person, await addSong(db), 10);
    await deleteAccount(person);
    const job = only((await people.listJobs()).filter(({ name }) => name === "release-plays"));
    expect(job.payload).toEqual({ accountId: person.id });
    await sql`select graphile_worker.add_job('release-plays', ${JSON.stringify(job.payload)}::json)`.execute(
      db,
    );
    await people.runDueJobs();
    expect(await count("play", person.id)).toBe(0);
  });
});
