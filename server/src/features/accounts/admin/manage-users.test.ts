import { administratorMessages } from "@wrapsody/shared/accounts/account-admin.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
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

let people: People;
let admin: Person;

beforeAll(async () => {
  people = await openPeople();
  admin = await people.join();
  await sql`update account set role = 'ADMIN' where id = ${admin.id}`.execute(people.context.db);
});
afterEach(() => people.runDueJobs());
afterAll(() => people.close());

const unknownId = "00000000-0000-4000-8000-000000000000";
const getAsAdmin = (path: string, token = admin.token) => people.call("GET", path, bearer(token));
const patch = (id: string, payload: object, token = admin.token) =>
  people.call("PATCH", `admin/user/${id}`, { ...bearer(token), payload });
const create = (payload: object, token = admin.token) =>
  people.call("POST", "admin/user", { ...bearer(token), payload });
const namesOf = ({ json }: Awaited<ReturnType<typeof getAsAdmin>>): string[] =>
  json.body.data.map(({ name }: { name: string }) => name);

let accountCount = 0;
const newAddress = () => `invited${++accountCount}@wrapsody.example`;

async function addArtist(owner?: Person): Promise<number> {
  const { db } = people.context;
  const song = await addSong(db, { artist: `Handed ${++accountCount}` });
  const { rows } = await sql<{ id: number }>`
    update artist set owner_id = ${owner?.id ?? null} where id = (select artist_id from song where id = ${song})
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

async function ownerOf(artist: number): Promise<string | null> {
  const { rows } = await sql<{ owner: string | null }>`
    select owner_id as owner from artist where id = ${artist}`.execute(people.context.db);
  return rows[0]?.owner ?? null;
}

async function rename(person: Person, name: string, language = "en"): Promise<void> {
  await sql`update account set name = ${name}, language = ${language} where id = ${person.id}`.execute(
    people.context.db,
  );
}

/** Returns the date that many days from today, as YYYY-MM-DD. */
const dayIn = (days: number) =>
  new Date(people.context.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

const subjects = (person: Person) => people.mails.mails(person.email).map(({ subject }) => subject);

describe("a call for administrators", () => {
  const calls = [
    ["GET", "admin/users"],
    ["GET", `admin/user/${unknownId}`],
    ["GET", "admin/audit"],
    ["PATCH", `admin/user/${unknownId}`],
    ["POST", "admin/user"],
  ] as const;
  const payloads: Record<string, object> = {
    POST: { email: "someone@wrapsody.example", name: "Someone" },
    PATCH: { may_import: true },
  };
  const body = (method: string) => (method === "GET" ? {} : { payload: payloads[method] ?? {} });

  it.each(calls)("%s %s is rejected without a session", async (method, path) => {
    expect(await people.call(method, path, body(method))).toMatchObject({
      status: 401,
      json: { code: "E0002" },
    });
  });

  it.each(calls)("%s %s is rejected for a publisher", async (method, path) => {
    const publisher = await people.join();
    await sql`update account set role = 'ARTIST' where id = ${publisher.id}`.execute(people.context.db);
    expect(await people.call(method, path, { ...bearer(publisher.token), ...body(method) })).toMatchObject({
      status: 403,
      json: { code: "E0004" },
    });
  });

  it("is rejected with API keys, even an administrator's", async () => {
    await makePremium(people, admin);
    const { json } = await people.call("PATCH", "provider/keys", bearer(admin.token));
    for (const [method, path] of calls)
      expect(await people.call(method, path, { ...basicAuth(json.body), ...body(method) })).toMatchObject({
        status: 403,
        json: { code: "E0023" },
      });
    await sql`delete from subscription where account_id = ${admin.id}`.execute(people.context.db);
  });
});

describe("the list of users", () => {
  it("shows what each user has, and no credentials", async () => {
    await sql`update account set name = 'Earlier' where name = 'Petra Publisher'`.execute(people.context.db);
    const owner = await people.join();
    await rename(owner, "Petra Publisher");
    await addArtist(owner);
    await addArtist(owner);
    await makePremium(people, owner);
    const { json } = await getAsAdmin(`admin/users?text~~${encodeURIComponent("petra publi")}`);
    expect(json.body).toMatchObject({
      total: 1,
      data: [
        {
          id: owner.id,
          email: owner.email,
          name: "Petra Publisher",
          role: "PROVIDER",
          language: "en",
          verified: true,
          plan: "PREMIUM_MONTHLY",
          may_import: false,
          artists: 2,
          songs: 2,
        },
      ],
    });
    expect(JSON.stringify(json)).not.toMatch(/argon2|password/);
    expect(await getAsAdmin(`admin/user/${owner.id}`)).toMatchObject({ json: { body: json.body.data[0] } });
  });

  it("finds part of a name or address, ignoring case and accents", async () => {
    const person = await people.join();
    await rename(person, "Zöe Quíntana");
    for (const typed of [
      "zoe quin",
      "QUINTANA",
      "ntana",
      "qu",
      person.email.toUpperCase(),
      person.email.slice(0, 9),
    ])
      expect(namesOf(await getAsAdmin(`admin/users?limit=100&text~~${encodeURIComponent(typed)}`))).toContain(
        "Zöe Quíntana",
      );
    for (const typed of ["Quintano", "???", "uintanaz"])
      expect(
        namesOf(await getAsAdmin(`admin/users?limit=100&text~~${encodeURIComponent(typed)}`)),
      ).not.toContain("Zöe Quíntana");
    expect((await getAsAdmin("admin/users?text~~")).json.body.total).toBeGreaterThan(1);
    await rename(person, "கிருஷ்ணன்");
    const found = await getAsAdmin(`admin/users?text~~${encodeURIComponent("ருஷ்ண")}`);
    expect(namesOf(found)).toEqual(["கிருஷ்ணன்"]);
  });

  it("is filtered by role and import permission, and sorted by name", async () => {
    const [first, second] = [await people.join(), await people.join()];
    const { db } = people.context;
    await sql`update account set name = 'Earlier' where name in ('AAA First', 'ÁAB Second')`.execute(db);
    await sql`delete from import_invitation`.execute(db);
    await rename(first, "AAA First");
    await rename(second, "ÁAB Second");
    await patch(first.id, { may_import: true });
    expect(namesOf(await getAsAdmin("admin/users?role==ADMIN"))).toEqual(["Ottilie Brandt"]);
    expect(namesOf(await getAsAdmin("admin/users?may_import==true"))).toEqual(["AAA First"]);
    expect(namesOf(await getAsAdmin("admin/users?limit=100&may_import!=true"))).not.toContain("AAA First");
    expect(namesOf(await getAsAdmin("admin/users?limit=2&sortKey=name&sortDir=ASC"))).toEqual([
      "AAA First",
      "ÁAB Second",
    ]);
  });

  it("rejects unknown filters", async () => {
    for (const query of ["mail==x", "sortKey=email", "text==x", "may_import==perhaps", "limit=0"])
      expect(await getAsAdmin(`admin/users?${query}`)).toMatchObject({
        status: 400,
        json: { code: "E0007" },
      });
    expect((await getAsAdmin("admin/users?role~~arti&role!=x")).status).toBe(200);
  });

  it.each([unknownId, "7", "not-a-user"])("returns 404 for user %s", async (id) => {
    expect(await getAsAdmin(`admin/user/${id}`)).toMatchObject({ status: 404, json: { code: "E0001" } });
    expect(await patch(id, { may_import: true })).toMatchObject({ status: 404, json: { code: "E0001" } });
  });
});

describe("an account created for another person", () => {
  it("is announced by a localized email whose link transfers the artist", async () => {
    const email = newAddress();
    const artist = await addArtist();
    const { status, json } = await create({
      email,
      name: "Inês Corvacho",
      language: "es",
      artist_id: artist,
    });
    expect([status, json.body]).toMatchObject([200, { email, verified: false, artists: 0, plan: "FREE" }]);
    await people.runDueJobs();
    expect((await people.mails.waitForMail(email)).html).toContain('<html lang="es"');
    const [link = new URL("http://x")] = people.listLinks("/claim", email);
    expect(await ownerOf(artist)).toBeNull();
    expect((await people.openClaim(link)).status).toBe(200);
    expect(await ownerOf(artist)).toBe(json.body.id);
    expect(await people.events(json.body.id)).toMatchObject([
      { kind: "account-created-for", detail: { by: admin.id, artist } },
      { kind: "claimed" },
    ]);
  });

  it("is created once, even if requested twice concurrently, and the latest link opens it", {
    retry: 0,
  }, async () => {
    const email = newAddress();
    const artist = await addArtist();
    const input = { email, name: "Twice", artist_id: artist };
    const both = await Promise.all([create(input), create({ ...input, email: email.toUpperCase() })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.json.body.id).toBe(both[1]?.json.body.id);
    await people.runDueJobs();
    const links = people.listLinks("/claim", email);
    expect(links).toHaveLength(2);
    const answers = [];
    for (const link of links) answers.push((await people.openClaim(link)).status);
    expect(answers.toSorted()).toEqual([200, 400]);
    expect(await ownerOf(artist)).toBe(both[0]?.json.body.id);
  });

  it("that already exists gets the artist immediately without an email, and a repeat changes nothing", async () => {
    const owner = await people.join();
    const artist = await addArtist();
    for (let times = 0; times < 2; times += 1) {
      const { json } = await create({ email: owner.email, name: "Another Name", artist_id: artist });
      expect(json.body).toMatchObject({ id: owner.id, name: "Ottilie Brandt", artists: 1 });
    }
    expect(await ownerOf(artist)).toBe(owner.id);
    await people.runDueJobs();
    expect(people.mails.mails(owner.email)).toEqual([]);
    expect((await people.events(owner.id)).filter(({ kind }) => kind === "artist-assigned")).toMatchObject([
      { detail: { by: admin.id, artist } },
    ]);
  });

  it("is not created for a missing artist, and every wrong field is reported", async () => {
    const email = newAddress();
    expect(await create({ email, name: "N", artist_id: 999_999 })).toMatchObject({
      status: 400,
      json: { errors: [{ field: "artist_id", message: "Artist not found." }] },
    });
    const { json } = await create({ email: "no address", name: " ", language: "xx", artist_id: "zero" });
    expect(json.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
      ...["artist_id", "email", "language", "name"],
    ]);
    expect((await getAsAdmin(`admin/users?text~~${email}`)).json.body.total).toBe(0);
  });
});

describe("the import invitation", () => {
  it("is emailed once in the reader's language and can be withdrawn", { retry: 0 }, async () => {
    const publisher = await people.join();
    await rename(publisher, "Petra", "es");
    const twice = await Promise.all([
      patch(publisher.id, { may_import: true }),
      patch(publisher.id, { may_import: true }),
    ]);
    expect(twice.map(({ json }) => json.body.may_import)).toEqual([true, true]);
    await people.runDueJobs();
    const { subject, text } = await people.mails.waitForMail(publisher.email);
    expect(subject).toBe("Ya puedes importar en bloque");
    expect(text).toContain("/my/artists/bulk");
    for (let times = 0; times < 2; times += 1)
      expect((await patch(publisher.id, { may_import: false })).json.body.may_import).toBe(false);
    await people.runDueJobs();
    expect(subjects(publisher)).toHaveLength(1);
    expect(await people.events(publisher.id)).toMatchObject([
      { kind: "logged-in" },
      { kind: "import-invited", detail: { by: admin.id } },
      { kind: "import-uninvited", detail: { by: admin.id } },
    ]);
  });
});

describe("the role of an administrator", () => {
  it("is granted and revoked, recorded and mailed once, with effect on open sessions", {
    retry: 0,
  }, async () => {
    const person = await people.join();
    expect((await getAsAdmin("admin/users", person.token)).status).toBe(403);
    for (let times = 0; times < 2; times += 1)
      expect((await patch(person.id, { administrator: true })).json.body.role).toBe("ADMIN");
    expect((await getAsAdmin("admin/users", person.token)).status).toBe(200);
    for (let times = 0; times < 2; times += 1)
      expect((await patch(person.id, { administrator: false })).json.body.role).toBe("PROVIDER");
    expect((await getAsAdmin("admin/users", person.token)).status).toBe(403);
    await people.runDueJobs();
    expect(subjects(person)).toEqual(["You’re now an administrator", "You’re no longer an administrator"]);
    expect(await people.events(person.id)).toMatchObject([
      { kind: "logged-in" },
      { kind: "administrator-granted", detail: { by: admin.id } },
      { kind: "administrator-revoked", detail: { by: admin.id } },
    ]);
  });

  it("is kept by the last administrator who can log in, even if two revoke each other concurrently", {
    retry: 0,
  }, async () => {
    expect(await patch(admin.id, { administrator: false })).toMatchObject({
      status: 400,
      json: { errors: [{ field: "administrator", message: administratorMessages.last }] },
    });
    const other = await people.join();
    await patch(other.id, { administrator: true });
    const answers = await Promise.all([
      patch(other.id, { administrator: false }),
      patch(admin.id, { administrator: false }, other.token),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await sql`update account set role = case when id = ${admin.id} then 'ADMIN' else 'PROVIDER' end
      where id in (${admin.id}, ${other.id})`.execute(people.context.db);
  });

  it("changes only after a login within the last ten minutes, unlike everything else", async () => {
    const { clock, db } = people.context;
    const person = await people.join();
    const actor = await people.join();
    await sql`update account set role = 'ADMIN' where id = ${actor.id}`.execute(db);
    clock.move(10 * 60 + 1);
    for (const administrator of [true, false]) {
      const refused = await patch(person.id, { administrator, may_import: true }, actor.token);
      expect([refused.status, refused.json.code]).toEqual(administrator ? [403, "E0018"] : [200, undefined]);
    }
    const token = await people.logInAgain(actor);
    expect((await patch(person.id, { administrator: true }, token)).json.body.role).toBe("ADMIN");
    const refused = await patch(person.id, { administrator: false }, actor.token);
    expect([refused.status, refused.json.code]).toEqual([403, "E0018"]);
    expect((await patch(person.id, { administrator: false }, token)).json.body.role).toBe("PROVIDER");
    await sql`update account set role = 'PROVIDER' where id = ${actor.id}`.execute(db);
    admin = { ...admin, token: await people.logInAgain(admin) };
  });

  it("is not granted to an account whose address is not confirmed", async () => {
    const { json } = await create({ email: newAddress(), name: "Someone" });
    expect(await patch(json.body.id, { administrator: true })).toMatchObject({
      status: 400,
      json: { errors: [{ field: "administrator", message: administratorMessages.unconfirmed }] },
    });
  });
});

describe("a granted premium plan", () => {
  it("lasts until the end of its last day, is announced by email, and enables premium features", async () => {
    const publisher = await people.join();
    const lastDay = dayIn(30);
    const twice = await Promise.all([
      patch(publisher.id, { premium_until: lastDay }),
      patch(publisher.id, { premium_until: lastDay }),
    ]);
    for (const { json } of twice)
      expect(json.body).toMatchObject({ plan: "PREMIUM_YEARLY", plan_expires_at: `${dayIn(31)}T00:00:00Z` });
    await people.runDueJobs();
    expect(subjects(publisher)).toEqual(["You’ve been given the Premium plan"]);
    expect((await people.call("PATCH", "provider/keys", bearer(publisher.token))).status).toBe(200);
    expect((await people.events(publisher.id)).filter(({ kind }) => kind === "premium-granted")).toEqual([
      { kind: "premium-granted", detail: { until: lastDay, by: admin.id } },
    ]);
  });

  it("can be moved to another day and revoked immediately", async () => {
    const publisher = await people.join();
    await patch(publisher.id, { premium_until: dayIn(30) });
    expect((await patch(publisher.id, { premium_until: dayIn(2) })).json.body.plan_expires_at).toBe(
      `${dayIn(3)}T00:00:00Z`,
    );
    for (let times = 0; times < 2; times += 1)
      expect((await patch(publisher.id, { premium_until: null })).json.body).toMatchObject({
        plan: "FREE",
        plan_expires_at: null,
      });
    expect((await people.events(publisher.id)).map(({ kind }) => kind)).toEqual([
      ...["logged-in", "premium-granted", "premium-granted", "premium-withdrawn"],
    ]);
  });

  it("cannot be revoked if it was paid for", async () => {
    const publisher = await people.join();
    await makePremium(people, publisher);
    await patch(publisher.id, { premium_until: dayIn(400) });
    expect((await patch(publisher.id, { premium_until: null })).json.body.plan).toBe("PREMIUM_MONTHLY");
  });

  it("rejects an end date in the past", async () => {
    const publisher = await people.join();
    for (const premium_until of [dayIn(-1), "2026-02-31", "soon", 7])
      expect(await patch(publisher.id, { premium_until, may_import: true })).toMatchObject({
        status: 400,
        json: { errors: [{ field: "premium_until" }] },
      });
    expect((await getAsAdmin(`admin/user/${publisher.id}`)).json.body).toMatchObject({
      plan: "FREE",
      may_import: false,
    });
    expect((await patch(publisher.id, { premium_until: dayIn(0) })).status).toBe(200);
  });
});
