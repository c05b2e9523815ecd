import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import {
  bearer,
  dumpDatabase,
  joinAdministrator,
  openPeople,
  type People,
  type Person,
  password,
} from "../../../testing/fixtures/people.ts";
import { accountJobs } from "../index.ts";

const minute = 60;
const day = 24 * 60 * minute;
const codeForm = /^[\w-]{43}$/;

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

let count = 0;
const newAddress = () => `moved${++count}@reader.example`;

const rename = (token: string, name: unknown) =>
  people.call("PATCH", "my/profile", { ...bearer(token), payload: { name } });
const request = (token: string, email: unknown) =>
  people.call("POST", "my/address", { ...bearer(token), payload: { email } });
const readOwn = async (token: string) => (await people.call("GET", "my/address", bearer(token))).json.body;
const confirm = (code: string) => people.call("POST", "address/confirm", { payload: { code } });
const undo = (code: string) => people.call("POST", "address/undo", { payload: { code } });

const codesTo = (email: string, action: "confirm" | "undo") =>
  people.listLinks(`/address/${action}`, email).map(({ searchParams }) => searchParams.get("code") ?? "");
const subjects = (email: string) => people.mails.mails(email).map(({ subject }) => subject);

/** Requests an address and returns the code that confirms it. */
async function requestAndRead(token: string, email: string): Promise<string> {
  expect((await request(token, email)).status).toBe(200);
  await people.runDueJobs();
  return codesTo(email, "confirm").at(-1) ?? "no code";
}

/** Changes the address of a new person. Returns the code that undoes it. */
async function move(): Promise<Person & { former: string; undoCode: string }> {
  const person = await people.join();
  const email = newAddress();
  expect((await confirm(await requestAndRead(person.token, email))).status).toBe(200);
  await people.runDueJobs();
  return { ...person, former: person.email, email, undoCode: codesTo(person.email, "undo").at(-1) ?? "" };
}

const emailOf = async ({ id }: Pick<Person, "id">) => {
  const { rows } = await sql<{ email: string }>`select email from account where id = ${id}`.execute(
    people.context.db,
  );
  return rows[0]?.email;
};

describe("the name", () => {
  it("can be changed", async () => {
    const person = await people.join();
    const { status, json } = await rename(person.token, "  Wilhelmina Stray ");
    expect([status, json.body.name]).toEqual([200, "Wilhelmina Stray"]);
    expect((await people.call("GET", "me", bearer(person.token))).json.body.name).toBe("Wilhelmina Stray");
    await rename(person.token, "Wilhelmina Stray");
    const changes = (await people.events(person.id)).filter(({ kind }) => kind === "name-changed");
    expect(changes).toHaveLength(1);
  });

  it.each([
    [undefined, "Required"],
    [" ", "Required"],
    ["n".repeat(101), "Please use at most 100 characters."],
  ])("is refused on its field if it is %j", async (name, message) => {
    const { status, json } = await rename((await people.join()).token, name);
    expect([status, json.errors]).toEqual([400, [{ field: "name", message }]]);
  });
});

describe("a change of the address", () => {
  it("needs a session, and a fresh login to request it", async () => {
    for (const [method, path] of [
      ["PATCH", "my/profile"],
      ["GET", "my/address"],
      ["POST", "my/address"],
      ["DELETE", "my/address"],
    ] as const) {
      expect((await people.call(method, path, { payload: { email: newAddress(), name: "A" } })).status).toBe(
        401,
      );
    }
    const person = await people.join();
    people.context.clock.move(11 * minute);
    expect((await request(person.token, newAddress())).json.code).toBe("E0018");
    const fresh = await people.logInAgain(person);
    expect((await request(fresh, newAddress())).status).toBe(200);
  });

  it("takes effect when the new address opens its link, and notifies both", async () => {
    const person = await people.join();
    const email = newAddress();
    const { json } = await request(person.token, email);
    expect(json.body).toMatchObject({ email: person.email, pending: { email } });
    await people.runDueJobs();
    expect(subjects(email)).toEqual(["Confirm your new address"]);
    expect(subjects(person.email)).toEqual([]);
    expect(await emailOf(person)).toBe(person.email);

    const [code = ""] = codesTo(email, "confirm");
    expect(code).toMatch(codeForm);
    expect(await dumpDatabase(people)).not.toContain(code);
    expect((await confirm(code)).json.body).toEqual({ email });
    await people.runDueJobs();
    expect(subjects(email)).toEqual(["Confirm your new address", "Your address was changed"]);
    expect(subjects(person.email)).toEqual(["Your address was changed"]);
    // The mailbox of the former address may have other readers.
    expect(people.mails.mails(person.email)[0]?.text).not.toContain(email);
    expect(await readOwn(person.token)).toEqual({ email, pending: null, suppressed_since: null });
    expect((await people.logIn(person.email, password)).json.code).toBe("E0013");
    expect((await people.logIn(email, password)).status).toBe(200);
    expect((await people.events(person.id)).map(({ kind, detail }) => [kind, detail])).toContainEqual([
      "address-changed",
      {},
    ]);
  });

  it("can be confirmed twice, also at the same instant, with one effect", { retry: 0 }, async () => {
    const person = await people.join();
    const email = newAddress();
    const code = await requestAndRead(person.token, email);
    const answers = await Promise.all([confirm(code), confirm(code), confirm(code)]);
    answers.push(await confirm(code));
    for (const { status, json } of answers) expect([status, json.body]).toEqual([200, { email }]);
    await people.runDueJobs();
    expect(subjects(person.email)).toHaveLength(1);
  });

  it("is replaced by a later request and ended by cancelling", async () => {
    const person = await people.join();
    const first = await requestAndRead(person.token, newAddress());
    const email = newAddress();
    const second = await requestAndRead(person.token, email);
    expect((await confirm(first)).json.code).toBe("E0020");
    expect((await readOwn(person.token)).pending.email).toBe(email);
    for (const _ of [1, 2]) {
      const { status, json } = await people.call("DELETE", "my/address", bearer(person.token));
      expect([status, json.body]).toEqual([
        200,
        { email: person.email, pending: null, suppressed_since: null },
      ]);
    }
    expect((await confirm(second)).json.code).toBe("E0020");
    expect(await emailOf(person)).toBe(person.email);
  });

  it("has one pending request after two at the same instant", { retry: 0 }, async () => {
    const person = await people.join();
    const [one, two] = [newAddress(), newAddress()];
    const answers = await Promise.all([request(person.token, one), request(person.token, two)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await people.runDueJobs();
    const tried = await Promise.all(
      [...codesTo(one, "confirm"), ...codesTo(two, "confirm")].map((code) => confirm(code)),
    );
    expect(tried.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("does not reveal that the address has an account, whose owner is notified", async () => {
    const [person, other] = [await people.join(), await people.join()];
    const taken = await request(person.token, other.email.toUpperCase());
    expect([taken.status, taken.json.body.pending.email]).toEqual([200, other.email.toUpperCase()]);
    await people.runDueJobs();
    expect(subjects(other.email)).toEqual(["You already have an account"]);
  });

  it("fails if the address got another account meanwhile, also at the same instant", {
    retry: 0,
  }, async () => {
    const [one, two] = [await people.join(), await people.join()];
    const email = newAddress();
    const first = await requestAndRead(one.token, email);
    const second = await requestAndRead(two.token, email.toUpperCase());
    // The receiver keeps addresses as they were spelled.
    const answers = await Promise.all([confirm(first), confirm(second)]);
    expect(answers.map(({ status, json }) => json.code ?? status).sort()).toEqual([200, "E0092"]);
    expect((await people.logIn(email, password)).status).toBe(200);
  });

  it("may change only the letter case, and is refused for the same address", async () => {
    const person = await people.join();
    const same = await request(person.token, person.email);
    expect(same.json.errors).toEqual([{ field: "email", message: "This is your address already." }]);
    for (const email of [undefined, "", "nobody", "a@b"]) {
      const { status, json } = await request(person.token, email);
      expect([status, json.errors[0].field]).toEqual([400, "email"]);
    }
    const lower = person.email.toLowerCase();
    expect((await confirm(await requestAndRead(person.token, lower))).json.body).toEqual({ email: lower });
  });

  it("expires after a day; expired changes are deleted", async () => {
    const person = await people.join();
    const code = await requestAndRead(person.token, newAddress());
    people.context.clock.move(day);
    expect((await confirm(code)).json.code).toBe("E0020");
    expect((await confirm("code")).json.code).toBe("E0020");
    const job = accountJobs.find(({ name }) => name === "forget-registrations");
    await job?.run(people.context, {});
    await job?.run(people.context, {});
    const { rows } = await sql`select from address_change where account_id = ${person.id}`.execute(
      people.context.db,
    );
    expect(rows).toEqual([]);
  });

  it("ends codes that were sent to the former address, and keeps sessions and familiar networks", async () => {
    const person = await people.join();
    await people.logInAgain(person);
    await people.call("POST", "auth/password/reset", { payload: { email: person.email } });
    await people.runDueJobs();
    const reset = people.listLinks("/resetPassword", person.email)[0];
    const email = newAddress();
    await confirm(await requestAndRead(person.token, email));
    const payload = {
      userId: person.id,
      code: reset?.searchParams.get("code"),
      password: "ferry timetable moon",
      confirmPassword: "ferry timetable moon",
    };
    expect((await people.call("PATCH", "auth/password/update", { payload })).json.code).toBe("E0020");
    expect((await people.call("GET", "me", bearer(person.token))).json.body.email).toBe(email);
    const exported = (await people.call("GET", "my/data", bearer(person.token))).json.body.accounts;
    expect(exported.familiar_networks).toHaveLength(1);
    expect(exported.address_changes).toMatchObject([{ former: person.email, email, undone_at: null }]);
  });

  it("keeps memberships; an open invitation stays that of its address", async () => {
    const [owner, member] = [await people.join(), await people.join()];
    await sql`
      insert into account_member (account_id, member_id, role, invited_at, accepted_at)
      values (${owner.id}, ${member.id}, 'EDITOR', now(), now())`.execute(people.context.db);
    const invited = await people.join();
    const payload = { email: invited.email, role: "READER", language: "en" };
    await people.call("POST", "my/member-invitation", { ...bearer(owner.token), payload });
    for (const person of [member, invited]) await confirm(await requestAndRead(person.token, newAddress()));
    await people.runDueJobs();
    const { json } = await people.call("GET", "me", bearer(member.token));
    expect(json.body.memberships).toMatchObject([{ account_id: owner.id, role: "EDITOR" }]);
    const code = people
      .listLinks("/my/settings", invited.email)
      .map(({ searchParams }) => searchParams.get("invitation"))
      .find((invitation) => invitation !== null);
    const refused = await people.call("GET", `member-invitation/${code}`, bearer(invited.token));
    expect(refused.json.errors).toEqual([
      { field: "code", message: "This invitation is for another address." },
    ]);
  });

  it("keeps splits that named the account by its address only", async () => {
    const person = await people.join();
    const { rows } = await sql<{ id: number }>`
      with a as (insert into artist (owner_id, artist_clean_id, name) values (${person.id}, ${person.id}, 'A') returning id),
      s as (insert into song (artist_id, pretty_id, name, artist) select id, ${person.id}, 'S', 'A' from a returning id),
      r as (insert into song_split_revision (song_id, state, proposed_at) select id, 'CONFIRMED', now() from s returning id)
      insert into song_split (revision_id, position, name, email, ownership_points, royalty_points)
      select id, 0, 'A', upper(${person.email}), 10000, 10000 from r returning revision_id as id`.execute(
      people.context.db,
    );
    await confirm(await requestAndRead(person.token, newAddress()));
    const split = await sql<{ account: string }>`
      select account_id as account from song_split where revision_id = ${rows[0]?.id}`.execute(
      people.context.db,
    );
    expect(split.rows).toEqual([{ account: person.id }]);
  });

  it("is refused while the account is suspended", async () => {
    const person = await people.join();
    const code = await requestAndRead(person.token, newAddress());
    const admin = await joinAdministrator(people);
    await sql`
      insert into restriction (kind, target, ground, basis, reason, decided_by, since)
      values ('account', ${person.id}, 'terms', '§ 1', 'Facts.', ${admin.id}, now())`.execute(
      people.context.db,
    );
    expect((await confirm(code)).json.code).toBe("E0082");
  });
});

describe("undoing a change of the address", () => {
  it("restores the former address, ends sessions and removes the password", async () => {
    const person = await move();
    const other = await people.logInAgain(person);
    await request(person.token, newAddress());
    const answer = await undo(person.undoCode);
    expect([answer.status, answer.json.body]).toEqual([200, { email: person.former }]);
    for (const token of [person.token, other])
      expect((await people.call("GET", "me", bearer(token))).status).toBe(401);
    for (const email of [person.former, person.email])
      expect((await people.logIn(email, password)).json.code).toBe("E0013");
    await people.runDueJobs();
    const link = people.listLinks("/resetPassword", person.former).at(-1);
    const payload = {
      userId: person.id,
      code: link?.searchParams.get("code"),
      password: "ferry timetable moon",
      confirmPassword: "ferry timetable moon",
    };
    expect((await people.call("PATCH", "auth/password/update", { payload })).status).toBe(200);
    expect((await people.logIn(person.former, "ferry timetable moon")).status).toBe(200);
  });

  it("works once, also at the same instant, and for 14 days", { retry: 0 }, async () => {
    const [person, late] = [await move(), await move()];
    const answers = await Promise.all([undo(person.undoCode), undo(person.undoCode)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await confirm(codesTo(person.email, "confirm")[0] ?? "")).json.code).toBe("E0020");
    people.context.clock.move(14 * day);
    expect((await undo(late.undoCode)).json.code).toBe("E0020");
    expect((await undo("code")).json.code).toBe("E0020");
  });

  it("also undoes later changes", async () => {
    const person = await move();
    const third = newAddress();
    const token = await people.logInAgain(person);
    await confirm(await requestAndRead(token, third));
    await people.runDueJobs();
    expect((await undo(person.undoCode)).json.body).toEqual({ email: person.former });
    expect((await undo(codesTo(person.email, "undo")[0] ?? "")).json.code).toBe("E0020");
    expect(await emailOf(person)).toBe(person.former);
  });

  it("fails if the former address has another account by now", async () => {
    const person = await move();
    await sql`
      insert into account (email, name, verified_at) values (${person.former}, 'Other', now())`.execute(
      people.context.db,
    );
    expect((await undo(person.undoCode)).json.code).toBe("E0092");
    expect(await emailOf(person)).toBe(person.email);
    expect((await people.call("GET", "me", bearer(person.token))).status).toBe(200);
  });
});
