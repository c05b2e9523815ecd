import { otherInviteeMessage } from "@wrapsody/shared/accounts/accounts.ts";
import { invitedMemberMessage } from "@wrapsody/shared/operations/site-settings.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
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
import { only, swapCase } from "../../../testing/http/api.ts";

const DAY_S = 86_400;

let people: People;
let admin: Person;
beforeAll(async () => {
  people = await openPeople();
  admin = await joinAdministrator(people);
});
beforeEach(async () => {
  await sql`delete from sign_up_invitation`.execute(people.context.db);
  await setMode("invitation");
});
afterAll(() => people.close());

let count = 0;
const newAddress = () => `guest${++count}@wrapsody.example`;

async function setMode(mode: "open" | "invitation" | "closed"): Promise<void> {
  const { json } = await people.call("GET", "admin/site", bearer(admin.token));
  const payload = { revision: json.body.revision, sign_up: mode };
  expect((await people.call("PATCH", "admin/site", { ...bearer(admin.token), payload })).status).toBe(200);
}

const invite = (email: string, token = admin.token) =>
  people.call("POST", "admin/sign-up-invitation", { ...bearer(token), payload: { email, language: "es" } });
const list = async () =>
  (await people.call("GET", "admin/sign-up-invitations", bearer(admin.token))).json.body.data;
const revoke = (id: string, token = admin.token) =>
  people.call("DELETE", `admin/sign-up-invitation/${id}`, bearer(token));

/** Invites an address and returns the code of the emailed link. */
async function inviteForCode(email: string): Promise<string> {
  expect((await invite(email)).status).toBe(200);
  await people.runDueJobs();
  return people.listLinks("/signup", email).at(-1)?.searchParams.get("invitation") ?? "";
}

function signUp(email: string, invitation?: string) {
  const payload = { email, name: "Ottilie", pw: password, pwconfirm: password };
  return people.call("POST", "user", {
    payload: invitation === undefined ? payload : { ...payload, invitation },
  });
}

/** Opens the link of the latest confirmation mail. */
async function confirm(email: string) {
  await people.runDueJobs();
  const link = people.listLinks("/claim", email).at(-1);
  if (link === undefined) throw new Error(`no confirmation mail to ${email}`);
  return people.openClaim(link);
}

describe("signing up by invitation", () => {
  it("is refused on the address without an invitation, and with a wrong one", async () => {
    for (const answer of [await signUp(newAddress()), await signUp(newAddress(), "x".repeat(43))])
      expect([answer.status, answer.json.code, answer.json.errors]).toEqual([
        403,
        "E0060",
        [{ field: "email", message: "You can sign up here by invitation only." }],
      ]);
  });

  it("creates the account of the invited address, once", { retry: 0 }, async () => {
    const email = newAddress();
    const code = await inviteForCode(email);
    const mail = await people.mails.waitForMail(email);
    expect(mail.subject).toBe("Tienes una invitación a Wrapsody");
    expect(mail.text).toContain("14 días");
    expect((await people.call("GET", `sign-up/invitation/${code}`)).json.body).toEqual({ email });
    expect((await signUp(newAddress(), code)).json.errors).toEqual([
      { field: "email", message: otherInviteeMessage },
    ]);
    expect((await signUp(swapCase(email), code)).status).toBe(200);
    expect((await confirm(email)).status).toBe(200);
    expect((await people.logIn(email, password)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await people.call("GET", `sign-up/invitation/${code}`)).json.code).toBe("E0020");
    expect((await signUp(email, code)).json.code).toBe("E0060");
  });

  it("works for 14 days", async () => {
    const email = newAddress();
    const code = await inviteForCode(email);
    people.context.clock.move(14 * DAY_S - 1);
    expect((await signUp(email, code)).status).toBe(200);
    people.context.clock.move(1);
    expect((await signUp(email, code)).json.code).toBe("E0060");
    expect(await list()).toEqual([]);
  });

  it("ends with the revocation, also for a sign-up that is not confirmed yet; a repeat does nothing", async () => {
    const email = newAddress();
    const code = await inviteForCode(email);
    expect((await signUp(email, code)).status).toBe(200);
    const { id } = only(await list()) as { id: string };
    expect([(await revoke(id)).status, (await revoke(id)).status]).toEqual([200, 200]);
    expect((await signUp(email, code)).json.code).toBe("E0060");
    expect((await confirm(email)).json.code).toBe("E0021");
    expect((await people.logIn(email, password)).json.code).toBe("E0013");
    expect((await revoke("x")).status).toBe(200);
  });

  it("has one invitation for an address, also if it is invited twice at the same time", {
    retry: 0,
  }, async () => {
    const email = newAddress();
    const answers = await Promise.all([invite(email), invite(swapCase(email))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await people.runDueJobs();
    expect(await list()).toEqual([expect.objectContaining({ language: "es", invited_by: "Ottilie Brandt" })]);
    const codes = people
      .listLinks("/signup", email)
      .map(({ searchParams }) => searchParams.get("invitation"));
    const working = await Promise.all(codes.map((code) => people.call("GET", `sign-up/invitation/${code}`)));
    expect(working.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it("is offered by administrators only, to addresses without an account", async () => {
    const fan = await people.join();
    expect((await people.call("GET", "admin/sign-up-invitations")).status).toBe(401);
    expect((await invite(newAddress(), fan.token)).status).toBe(403);
    expect((await revoke("x", fan.token)).status).toBe(403);
    expect((await people.call("GET", "admin/sign-up-invitations", bearer(fan.token))).status).toBe(403);
    expect((await invite(swapCase(fan.email))).json.errors).toEqual([
      { field: "email", message: invitedMemberMessage },
    ]);
    expect((await invite("nowhere")).json.errors).toEqual([expect.objectContaining({ field: "email" })]);
  });

  it("is recorded, and its code is stored as a hash", async () => {
    const email = newAddress();
    const code = await inviteForCode(email);
    expect(code).toHaveLength(43);
    expect(await dumpDatabase(people)).not.toContain(code);
    const { id } = only(await list()) as { id: string };
    await revoke(id);
    expect((await people.events(admin.id)).slice(-2)).toEqual([
      { kind: "sign-up-invited", detail: { by: admin.id } },
      { kind: "sign-up-invitation-revoked", detail: { by: admin.id } },
    ]);
  });
});

describe("the sign-up setting", () => {
  it("closed refuses everyone, invited or not, but keeps accounts that administrators create", async () => {
    const email = newAddress();
    const code = await inviteForCode(email);
    await setMode("closed");
    const answer = await signUp(email, code);
    expect([answer.status, answer.json.code, answer.json.errors]).toEqual([
      403,
      "E0061",
      [{ field: "email", message: "You can’t sign up here at this time." }],
    ]);
    const created = await people.call("POST", "admin/user", {
      ...bearer(admin.token),
      payload: { email: newAddress(), name: "Ada", language: "en" },
    });
    expect(created.status).toBe(200);
  });

  it("open needs no invitation, and uses up an existing one", async () => {
    const email = newAddress();
    const code = await inviteForCode(email);
    await setMode("open");
    expect((await signUp(email, code)).status).toBe(200);
    expect((await confirm(email)).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  it("does not undo a sign-up that was made before", async () => {
    const email = newAddress();
    await setMode("open");
    expect((await signUp(email)).status).toBe(200);
    await setMode("closed");
    expect((await confirm(email)).status).toBe(200);
  });
});
