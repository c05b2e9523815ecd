import { randomUUID } from "node:crypto";
import { otherInviteeMessage } from "@wrapsody/shared/accounts/accounts.ts";
import { existingMemberMessage, tooManyMembersMessage } from "@wrapsody/shared/accounts/members.ts";
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
  passwordHash,
} from "../../../testing/fixtures/people.ts";
import { only, swapCase } from "../../../testing/http/api.ts";

const DAY_S = 86_400;
type Role = "OWNER" | "EDITOR" | "READER";

let people: People;
beforeAll(async () => {
  people = await openPeople();
});
afterAll(() => people.close());

/** The headers of a person who works for an account. */
const working = (person: Person, account: Person) => ({
  headers: { ...bearer(person.token).headers, "x-wrap-account": account.id },
});
const own = (person: Person) => bearer(person.token);

function invite(email: string, role: Role, as: { headers: Record<string, string> }) {
  return people.call("POST", "my/member-invitation", { ...as, payload: { email, role, language: "en" } });
}

/** Returns the code of the latest invitation to an address. */
async function codeOf(email: string): Promise<string> {
  await people.runDueJobs();
  return people.listLinks("/my/settings", email).at(-1)?.searchParams.get("invitation") ?? "";
}

const accept = (person: Person, code: string) =>
  people.call("POST", "my/membership", { ...own(person), payload: { code } });

async function join(account: Person, role: Role): Promise<Person> {
  const person = await people.join();
  expect((await invite(person.email, role, own(account))).status).toBe(200);
  expect((await accept(person, await codeOf(person.email))).status).toBe(200);
  return person;
}

const listMembers = async (account: Person) =>
  (await people.call("GET", "my/members", own(account))).json.body as {
    members: { id: string; role: Role; is_holder: boolean }[];
    invitations: { id: string; email: string; role: Role; invited_by: string }[];
  };
const remove = (id: string, as: { headers: Record<string, string> }) =>
  people.call("DELETE", `my/member/${id}`, as);
const seesStudio = async (person: Person, account: Person) =>
  (await people.call("GET", "my/songs", working(person, account))).json.code ?? "yes";

describe("an invitation to work for an account", () => {
  it("makes the person with its address a member, once", { retry: 0 }, async () => {
    const [account, person] = [await people.join(), await people.join()];
    const sent = await invite(swapCase(person.email), "EDITOR", own(account));
    expect(sent.json.body).toMatchObject({
      email: swapCase(person.email),
      role: "EDITOR",
      invited_by: "Ottilie Brandt",
    });
    const code = await codeOf(swapCase(person.email));
    expect(code).toHaveLength(43);
    expect(await dumpDatabase(people)).not.toContain(code);
    const shown = await people.call("GET", `member-invitation/${code}`, own(person));
    expect(shown.json.body).toMatchObject({ account: "Ottilie Brandt", role: "EDITOR" });

    expect(await seesStudio(person, account)).toBe("E0074");
    const accepted = await accept(person, code);
    expect(accepted.json.body).toEqual({ account_id: account.id, name: "Ottilie Brandt", role: "EDITOR" });
    expect(await seesStudio(person, account)).toBe("yes");
    const me = await people.call("GET", "me", own(person));
    expect(me.json.body.memberships).toEqual([accepted.json.body]);
    expect((await accept(person, code)).json.code).toBe("E0020");
    const { members, invitations } = await listMembers(account);
    expect(members.map(({ id, role, is_holder }) => [id, role, is_holder])).toEqual([
      [account.id, "OWNER", true],
      [person.id, "EDITOR", false],
    ]);
    expect(invitations).toEqual([]);
    await people.runDueJobs();
    const mail = people.mails.mails(account.email).at(-1);
    expect([mail?.subject, mail?.text]).toEqual([
      "You have a new member",
      expect.stringContaining(person.email),
    ]);
  });

  it("is accepted once if accepted twice at the same instant", { retry: 0 }, async () => {
    const [account, person] = [await people.join(), await people.join()];
    await invite(person.email, "READER", own(account));
    const code = await codeOf(person.email);
    const answers = await Promise.all([accept(person, code), accept(person, code), accept(person, code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect((await listMembers(account)).members).toHaveLength(2);
  });

  it("is declined once, by the person with its address alone, and can be sent again", {
    retry: 0,
  }, async () => {
    const [account, person, other] = [await people.join(), await people.join(), await people.join()];
    await invite(person.email, "READER", own(account));
    const code = await codeOf(person.email);
    const decline = (as: Person) => people.call("DELETE", `member-invitation/${code}`, own(as));
    expect((await people.call("DELETE", `member-invitation/${code}`)).status).toBe(401);
    expect((await decline(other)).json.errors).toEqual([{ field: "code", message: otherInviteeMessage }]);
    expect((await listMembers(account)).invitations).toHaveLength(1);
    const answers = await Promise.all([decline(person), decline(person)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const { members, invitations } = await listMembers(account);
    expect([members.length, invitations]).toEqual([1, []]);
    expect((await accept(person, code)).json.code).toBe("E0020");
    const kinds = (await people.events(account.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "member-invitation-declined")).toHaveLength(1);
    expect((await invite(person.email, "READER", own(account))).status).toBe(200);
  });

  it("works after signing up with its address", async () => {
    const account = await people.join();
    const email = `new.colleague-${randomUUID()}@label.example`;
    await invite(email, "EDITOR", own(account));
    const code = await codeOf(email);
    await sql`
      insert into account (email, name, password_hash, verified_at)
      values (${email}, 'Berit', ${passwordHash}, now())`.execute(people.context.db);
    const { json } = await people.logIn(email, password);
    const person = { id: json.body.user.id, email, token: json.body.token };
    expect((await accept(person, code)).status).toBe(200);
  });

  it("is for its address only, and no secret of anyone else", async () => {
    const [account, person, other] = [await people.join(), await people.join(), await people.join()];
    await invite(person.email, "OWNER", own(account));
    const code = await codeOf(person.email);
    for (const answer of [
      await accept(other, code),
      await people.call("GET", `member-invitation/${code}`, own(other)),
    ])
      expect([answer.status, answer.json.errors]).toEqual([
        400,
        [{ field: "code", message: otherInviteeMessage }],
      ]);
    expect((await people.call("POST", "my/membership", { payload: { code } })).status).toBe(401);
    expect((await accept(person, "x".repeat(43))).json.code).toBe("E0020");
  });

  it("expires after 14 days, can be sent again for 30 more, and is then deleted", async () => {
    const [account, person] = [await people.join(), await people.join()];
    await invite(person.email, "EDITOR", own(account));
    const first = await codeOf(person.email);
    people.context.clock.move(14 * DAY_S);
    const renewed = await people.logInAgain(account).then((token) => ({ ...account, token }));
    const { token } = { token: await people.logInAgain(person) };
    expect((await accept({ ...person, token }, first)).json.code).toBe("E0020");
    const { id } = only((await listMembers(renewed)).invitations);
    const resend = (as: { headers: Record<string, string> }) =>
      people.call("POST", `my/member-invitation/${id}/resend`, as);
    expect((await resend(own({ ...person, token }))).status).toBe(404);
    expect((await resend(own(renewed))).json.body).toMatchObject({ id, email: person.email });
    const second = await codeOf(person.email);
    expect(second).not.toBe(first);
    expect((await accept({ ...person, token }, first)).json.code).toBe("E0020");
    expect((await accept({ ...person, token }, second)).status).toBe(200);

    await invite("late@label.example", "EDITOR", own(renewed));
    people.context.clock.move(44 * DAY_S - 1);
    await sql`select graphile_worker.add_job('forget-registrations', '{}'::json)`.execute(people.context.db);
    await people.runDueJobs();
    const count = async () =>
      (await sql`select from member_invitation where email = 'late@label.example'`.execute(people.context.db))
        .rows.length;
    expect(await count()).toBe(1);
    people.context.clock.move(1);
    await sql`select graphile_worker.add_job('forget-registrations', '{}'::json)`.execute(people.context.db);
    await people.runDueJobs();
    expect(await count()).toBe(0);
  });

  it("ends when it is revoked; a repeat does nothing", async () => {
    const [account, other, person] = [await people.join(), await people.join(), await people.join()];
    await invite(person.email, "EDITOR", own(account));
    const code = await codeOf(person.email);
    const { id } = only((await listMembers(account)).invitations);
    const revoke = (as: Person) => people.call("DELETE", `my/member-invitation/${id}`, own(as));
    // Someone else's invitation does not exist for them.
    expect((await revoke(other)).status).toBe(200);
    expect((await listMembers(account)).invitations).toHaveLength(1);
    expect([(await revoke(account)).status, (await revoke(account)).status]).toEqual([200, 200]);
    expect((await accept(person, code)).json.code).toBe("E0020");
  });

  it("is refused for a member, for the account itself, and beyond the limit", async () => {
    const account = await people.join();
    const person = await join(account, "READER");
    for (const email of [person.email, swapCase(account.email)])
      expect((await invite(email, "EDITOR", own(account))).json.errors).toEqual([
        { field: "email", message: existingMemberMessage },
      ]);
    expect((await invite("nowhere", "EDITOR", own(account))).json.errors).toEqual([
      expect.objectContaining({ field: "email" }),
    ]);
    await sql`
      insert into member_invitation (account_id, email, role, language, code_hash, invited_by, created_at, expires_at)
      select ${account.id}, n || '@label.example', 'READER', 'en', sha256((${account.id} || n)::bytea), ${account.id}, now(), now()
      from generate_series(1, 49) n`.execute(people.context.db);
    expect((await invite("one.more@label.example", "EDITOR", own(account))).json.errors).toEqual([
      { field: "email", message: tooManyMembersMessage },
    ]);
    // A repeat replaces the earlier one.
    expect((await invite("7@label.example", "EDITOR", own(account))).status).toBe(200);
  });
});

describe("the members of an account", () => {
  it("lose access with the call that removes them, with an open session", async () => {
    const account = await people.join();
    const person = await join(account, "OWNER");
    const invited = await people.join();
    await invite(invited.email, "OWNER", working(person, account));
    const code = await codeOf(invited.email);
    expect((await remove(person.id, own(account))).status).toBe(200);
    expect(await seesStudio(person, account)).toBe("E0074");
    expect((await people.call("GET", "me", working(person, account))).json.body).toMatchObject({
      id: person.id,
      memberships: [],
    });
    expect((await remove(person.id, own(account))).status).toBe(200);
    // The invitations that they sent end too.
    expect((await accept(invited, code)).json.code).toBe("E0020");
    await people.runDueJobs();
    expect(people.mails.mails(person.email).at(-1)?.subject).toBe("You’re no longer a member of an account");
  });

  it("get another role with the next call", async () => {
    const account = await people.join();
    const person = await join(account, "OWNER");
    const promote = (role: Role, as = own(account)) =>
      people.call("PATCH", `my/member/${person.id}`, { ...as, payload: { role } });
    expect((await promote("READER", working(person, account))).json.body).toMatchObject({ role: "READER" });
    expect((await promote("OWNER", working(person, account))).json.code).toBe("E0075");
    expect((await promote("EDITOR")).json.body).toMatchObject({ id: person.id, role: "EDITOR" });
    expect(
      (await people.call("PATCH", `my/member/${account.id}`, { ...own(person), payload: { role: "READER" } }))
        .status,
    ).toBe(404);
  });

  it("leave on their own, which ends only their own membership", async () => {
    const account = await people.join();
    const [first, second] = [await join(account, "EDITOR"), await join(account, "EDITOR")];
    const leave = (person: Person) => people.call("DELETE", `my/membership/${account.id}`, own(person));
    expect([(await leave(first)).status, (await leave(first)).status]).toEqual([200, 200]);
    expect([await seesStudio(first, account), await seesStudio(second, account)]).toEqual(["E0074", "yes"]);
  });

  it("never lack an owner: the account’s own login can be neither removed nor demoted", async () => {
    const account = await people.join();
    const person = await join(account, "OWNER");
    const refused = await remove(account.id, working(person, account));
    expect([refused.status, refused.json.code]).toEqual([403, "E0004"]);
    const demoted = await people.call("PATCH", `my/member/${account.id}`, {
      ...working(person, account),
      payload: { role: "READER" },
    });
    expect(demoted.json.message).toBe("The account’s own login always stays its owner.");
  });

  it("who are owners and remove each other at the same instant: one stays", { retry: 0 }, async () => {
    const account = await people.join();
    for (let round = 0; round < 3; round += 1) {
      const [first, second] = [await join(account, "OWNER"), await join(account, "OWNER")];
      const answers = await Promise.all([
        remove(second.id, working(first, account)),
        remove(first.id, working(second, account)),
      ]);
      expect(answers.map(({ status, json }) => [status, json.code]).toSorted()).toEqual([
        [200, undefined],
        [403, "E0074"],
      ]);
      const sees = [await seesStudio(first, account), await seesStudio(second, account)];
      expect(sees.toSorted()).toEqual(["E0074", "yes"]);
      await remove(first.id, own(account));
      await remove(second.id, own(account));
    }
  });

  it("are named in the audit log by what they do for the account", async () => {
    const account = await people.join();
    await makePremium(people, account);
    const person = await join(account, "OWNER");
    await people.call("PATCH", "provider/keys", working(person, account));
    await people.call("DELETE", `my/membership/${account.id}`, own(person));
    expect((await people.events(account.id)).slice(-4)).toEqual([
      { kind: "member-invited", detail: { role: "OWNER" } },
      { kind: "member-joined", detail: { by: person.id, member: person.id, role: "OWNER" } },
      { kind: "keys-rotated", detail: { by: person.id } },
      { kind: "member-removed", detail: { by: person.id, member: person.id } },
    ]);
  });

  it("end with the account, and with the member’s own account", async () => {
    const account = await people.join();
    const [staying, leaving] = [await join(account, "OWNER"), await join(account, "OWNER")];
    await invite("nobody@label.example", "READER", working(leaving, account));
    expect((await people.call("DELETE", "me", { ...own(leaving), payload: { password } })).status).toBe(200);
    const { members, invitations } = await listMembers(account);
    expect([members.map(({ id }) => id), invitations]).toEqual([[account.id, staying.id], []]);
    expect((await people.call("DELETE", "me", { ...own(account), payload: { password } })).status).toBe(200);
    expect(await seesStudio(staying, account)).toBe("E0074");
    expect((await people.call("GET", "me", own(staying))).json.body.memberships).toEqual([]);
  });

  it("are in the data export of the account, as are memberships and invitations in theirs", async () => {
    const account = await people.join();
    const person = await join(account, "EDITOR");
    await invite("pending@label.example", "READER", own(account));
    const exported = async (of: Person) => (await people.call("GET", "my/data", own(of))).json.body.accounts;
    expect(await exported(account)).toMatchObject({
      members: [{ member_id: person.id, email: person.email, role: "EDITOR" }],
      memberships: [],
      member_invitations: [{ email: "pending@label.example", role: "READER" }],
    });
    expect(await exported(person)).toMatchObject({
      members: [],
      memberships: [{ account_id: account.id, role: "EDITOR" }],
    });
    // Also while they work for the account, the export is their own.
    const acting = await people.call("GET", "my/data", working(person, account));
    expect(acting.json.body.accounts.profile.id).toBe(person.id);
  });
});

describe("the account in X-Wrap-Account", () => {
  it("never gives members what the account administers, and never applies to API keys", async () => {
    const [account, other] = [await people.join(), await people.join()];
    await sql`update account set role = 'ADMIN' where id = ${account.id}`.execute(people.context.db);
    const person = await join(account, "OWNER");
    expect((await people.call("GET", "admin/users", working(person, account))).json.code).toBe("E0004");
    expect((await people.call("GET", "me", working(person, account))).json.body.id).toBe(person.id);
    await makePremium(people, person);
    const keys = (await people.call("PATCH", "provider/keys", own(person))).json.body;
    const byKeys = (id: string) =>
      people.call("GET", "my/songs", { headers: { ...basicAuth(keys).headers, "x-wrap-account": id } });
    expect([(await byKeys(account.id)).json.code, (await byKeys(person.id)).status]).toEqual(["E0074", 200]);
    expect(await seesStudio(other, account)).toBe("E0074");
    const malformed = { headers: { ...bearer(person.token).headers, "x-wrap-account": "x" } };
    expect((await people.call("GET", "my/songs", malformed)).json.code).toBe("E0074");
  });
});
