import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allJobs } from "../../../features.ts";
import { sql } from "../../../platform/database/database.ts";
import { toTaskList } from "../../../platform/jobs/queue.ts";
import { controlFileChecks } from "../../../testing/fixtures/file-checks.ts";
import {
  basicAuth,
  bearer,
  joinAdministrator,
  makePremium,
  type Person,
  password,
} from "../../../testing/fixtures/people.ts";
import { everywhere, type PublicWraps, publicWraps } from "../../../testing/fixtures/public-wraps.ts";
import { openStudio, type Studio } from "../../../testing/fixtures/studio.ts";

let studio: Studio;
let wraps: PublicWraps;
let admin: Person;
let other: Person;
const expireFileChecks = controlFileChecks();

beforeAll(async () => {
  studio = await openStudio();
  wraps = publicWraps(studio);
  [admin, other] = [await joinAdministrator(studio), await joinAdministrator(studio)];
});
beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(studio.context.db));
afterAll(() => studio.close());

const reasons = {
  ground: "terms",
  basis: "Section 4",
  reason: "Three artists are invented.",
  note: "See ticket 31.",
};
const suspend = ({ id }: { id: string }, payload: object = reasons, by: Person = admin) =>
  studio.call("POST", `admin/user/${id}/suspension`, { ...bearer(by.token), payload });
const end = ({ id }: { id: string }, by: Person = admin) =>
  studio.call("POST", `admin/user/${id}/suspension/end`, {
    ...bearer(by.token),
    payload: { reason: "The artists exist." },
  });
const keep = ({ id }: { id: string }, by: Person = admin) =>
  studio.call("POST", `admin/user/${id}/suspension/keep`, {
    ...bearer(by.token),
    payload: { reason: "Nothing was shown." },
  });
const listSuspensions = async ({ id }: { id: string }) =>
  (await studio.call("GET", `admin/user/${id}/suspensions`, bearer(admin.token))).json.body.data;
const logIn = ({ email }: { email: string }, typed = password) =>
  studio.call("POST", "auth", { payload: { username: email, password: typed } });
const statusOf = async (url: string) => (await studio.inject({ url })).statusCode;

/** The mails to an address, the latest last. */
async function readMails({ email }: { email: string }) {
  await studio.runDueJobs();
  return studio.mails.mails(email);
}

/** The code in the mail of a suspension. */
async function readCode(person: Person): Promise<string> {
  const mail = (await readMails(person)).findLast(({ subject }) => subject === "Your account was suspended");
  const [, code = ""] = /\/suspension\?code=([\w-]+)/.exec(mail?.text ?? "") ?? [];
  return code;
}
const contest = (code: string, changes: object = {}) =>
  studio.call("POST", `suspension/${code}/contest`, {
    payload: {
      statement: "All three are members of my band.",
      address: "1 Quay Street, Cork",
      consent: true,
      signature: "Halden Maar",
      ...changes,
    },
  });

describe("a suspended publisher", () => {
  it("is nowhere public and cannot log in, and everything is back when it ends", async () => {
    const wrap = await wraps.addPublicWrap();
    const { publisher } = wrap;
    const draft = await studio.createDraft(publisher);
    await makePremium(studio, publisher, 86_400 * 30);
    const keys = basicAuth((await studio.call("PATCH", "provider/keys", bearer(publisher.token))).json.body);
    const before = await wraps.findPlaces(wrap);
    expect(before).toEqual(everywhere(true, before));
    expect((await suspend(publisher)).status).toBe(200);
    expireFileChecks();

    // With the token of an administrator, because the publisher has none any more.
    const hidden = { ...wrap, publisher: { ...publisher, token: admin.token } };
    expect(await wraps.findPlaces(hidden)).toEqual(everywhere(false, before));
    const files = [wrap.cover, wrap.audio, wrap.photo];
    expect(await Promise.all(files.map(statusOf))).toEqual([451, 451, 451]);
    expect(await statusOf(`/api/v1/artist/${wrap.slug}`)).toBe(404);
    expect((await studio.call("GET", "me", bearer(publisher.token))).status).toBe(401);
    expect((await studio.call("GET", "my/songs", keys)).status).toBe(401);
    const refused = await logIn(publisher);
    expect([refused.status, refused.json.code]).toEqual([403, "E0082"]);
    // A stranger does not learn of the suspension.
    expect((await logIn(publisher, "wrong password")).json.code).toBe("E0013");
    const { rows } = await sql<{ status: string }>`select status from song where id = ${draft}`.execute(
      studio.context.db,
    );
    expect(rows).toEqual([{ status: "DRAFT" }]);

    expect((await end(publisher)).status).toBe(200);
    expireFileChecks();
    const { status, json } = await logIn(publisher);
    expect(status).toBe(200);
    const back = { ...wrap, publisher: { ...publisher, token: json.body.token } };
    expect(await wraps.findPlaces(back)).toEqual(before);
    expect((await studio.call("GET", "my/songs", keys)).status).toBe(200);
    expect(await statusOf(`/api/v1/artist/${wrap.slug}`)).toBe(200);
  });

  it("gets the reasons and a link by mail, and what the administrator noted stays internal", async () => {
    const { publisher } = await wraps.addPublicWrap();
    await suspend(publisher);
    const mail = (await readMails(publisher)).at(-1);
    expect(mail?.subject).toBe("Your account was suspended");
    expect(mail?.text).toContain(reasons.reason);
    expect(mail?.text).not.toContain(reasons.note);
    const { json } = await studio.call("GET", `suspension/${await readCode(publisher)}`);
    expect(json.body).toMatchObject({ ground: "terms", basis: "Section 4", reason: reasons.reason });
    expect(JSON.stringify(json)).not.toContain(reasons.note);
    expect(await listSuspensions(publisher)).toMatchObject([{ ...reasons, ended_at: null }]);
    expect((await studio.call("GET", "suspension/unknown")).status).toBe(404);
    const events = await studio.events(publisher.id);
    expect(events.at(-1)).toMatchObject({ kind: "account-suspended", detail: { by: admin.id } });
    const user = (await studio.call("GET", `admin/user/${publisher.id}`, bearer(admin.token))).json.body;
    expect(user.is_suspended).toBe(true);
  });

  it("contests it once without a login, and an administrator decides", { retry: 0 }, async () => {
    const { publisher } = await wraps.addPublicWrap();
    await suspend(publisher);
    const code = await readCode(publisher);
    expect((await keep(publisher)).json.code).toBe("E0005");
    const incomplete = await contest(code, { consent: false, signature: " " });
    expect(incomplete.json.errors.map(({ field }: { field: string }) => field)).toEqual([
      "consent",
      "signature",
    ]);
    expect((await contest("unknown")).status).toBe(404);
    const readNotices = async () =>
      (await readMails(admin)).filter(({ subject }) => subject === "A suspension was contested");
    const earlier = (await readNotices()).length;
    const both = await Promise.all([contest(code), contest(code)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await contest(code, { statement: "Another." })).json.code).toBe("E0005");
    const notices = (await readNotices()).slice(earlier);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).toContain("All three are members of my band.");
    const decisions = await Promise.all([keep(publisher, admin), keep(publisher, other)]);
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await readMails(publisher)).at(-1)?.subject).toBe("Your counter-notice was decided");
    const { json } = await studio.call("GET", `suspension/${code}`);
    expect(json.body).toMatchObject({ kept_reason: "Nothing was shown.", ended_at: null });
    await end(publisher);
    expect((await readMails(publisher)).at(-1)?.subject).toBe("Your account was restored");
    expect((await contest(code, { statement: "Late." })).json.code).toBe("E0005");
  });

  it("has wraps that stay hidden if something else restricts them, and artists that follow their account", async () => {
    const { db } = studio.context;
    const wrap = await wraps.addPublicWrap();
    const { publisher, song } = wrap;
    await sql`
      insert into restriction (kind, target, ground, basis, reason, since)
      values ('wrap', ${String(song)}, 'law', 'x', 'y', now())`.execute(db);
    await suspend(publisher);
    await end(publisher);
    expect(await statusOf(`/api/v1/song/${song}`)).toBe(404);

    const next = await wraps.addPublicWrap();
    await suspend(next.publisher);
    const heir = await studio.addPublisher();
    await sql`update artist set owner_id = ${heir.id} where id = ${next.publisher.artist}`.execute(db);
    expect(await statusOf(`/api/v1/song/${next.song}`)).toBe(200);
    await sql`update artist set owner_id = ${next.publisher.id} where id = ${next.publisher.artist}`.execute(
      db,
    );
    expect(await statusOf(`/api/v1/song/${next.song}`)).toBe(404);
  });
});

describe("a suspension", () => {
  it("is decided by administrators alone, once at the same instant", { retry: 0 }, async () => {
    const { publisher } = await wraps.addPublicWrap();
    const fan = await studio.join();
    for (const path of ["suspension", "suspension/end", "suspension/keep"]) {
      const payload = path === "suspension" ? reasons : { reason: "Mine." };
      const url = `admin/user/${publisher.id}/${path}`;
      expect((await studio.call("POST", url, { payload })).status).toBe(401);
      expect((await studio.call("POST", url, { ...bearer(fan.token), payload })).status).toBe(403);
    }
    for (const path of ["suspensions", "data"]) {
      const url = `admin/user/${publisher.id}/${path}`;
      expect((await studio.call("GET", url)).status).toBe(401);
      expect((await studio.call("GET", url, bearer(fan.token))).status).toBe(403);
    }
    const empty = await suspend(publisher, { ground: "mood", basis: "", reason: " " });
    expect(empty.json.errors.map(({ field }: { field: string }) => field)).toEqual([
      "ground",
      "basis",
      "reason",
    ]);
    expect((await suspend({ id: "nobody" })).status).toBe(404);
    expect((await suspend({ id: crypto.randomUUID() })).status).toBe(404);
    const both = await Promise.all([suspend(publisher, reasons, admin), suspend(publisher, reasons, other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await readMails(publisher)).map(({ subject }) => subject)).toEqual([
      "Your account was suspended",
    ]);
    // It is no restriction of a thing.
    const [{ id }] = await listSuspensions(publisher);
    const wrongWay = await studio.call("POST", `admin/restriction/${id}/end`, {
      ...bearer(admin.token),
      payload: { reason: "Restored." },
    });
    expect(wrongWay.status).toBe(404);
    const ends = await Promise.all([end(publisher, admin), end(publisher, other)]);
    expect(ends.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("never meets an administrator, not even oneself, and a suspended user cannot become one", async () => {
    for (const target of [admin, other]) expect((await suspend(target)).json.code).toBe("E0083");
    const fan = await studio.join();
    await sql`update account set verified_at = now() where id = ${fan.id}`.execute(studio.context.db);
    const promote = () =>
      studio.call("PATCH", `admin/user/${fan.id}`, {
        ...bearer(admin.token),
        payload: { administrator: true },
      });
    const [grant, suspension] = await Promise.all([promote(), suspend(fan)]);
    const outcomes = [grant.status, suspension.status];
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual(outcomes);
    if (suspension.status === 200)
      expect((await promote()).json.errors).toMatchObject([{ message: "This user is suspended." }]);
  });

  it("of a fan leaves points and everything else in place, and their data is exported for them", async () => {
    const { db } = studio.context;
    const wrap = await wraps.addPublicWrap();
    const fan = await studio.join();
    await sql`
      insert into point_balance (account_id, song_id, points) values (${fan.id}, ${wrap.song}, 7)`.execute(
      db,
    );
    const exportFor = (by: Person = admin) =>
      studio.call("GET", `admin/user/${fan.id}/data`, bearer(by.token));
    expect((await exportFor()).json.code).toBe("E0005");
    await suspend(fan);
    const { status, json } = await exportFor();
    expect(status).toBe(200);
    expect(json.body.accounts.profile).toMatchObject({ id: fan.id });
    expect(json.body.takedown.restrictions).toMatchObject([{ kind: "account", reason: reasons.reason }]);
    expect(JSON.stringify(json)).not.toContain(reasons.note);
    await end(fan);
    const token = (await logIn(fan)).json.body.token;
    const points = await studio.call("GET", `my/rewards/${wrap.song}`, bearer(token));
    expect(JSON.stringify(points.json.body)).toContain("7");
  });

  it("is removed a year after its end", async () => {
    const fan = await studio.join();
    await suspend(fan);
    await end(fan);
    await sql`update restriction set ended_at = ended_at - interval '366 days' where target = ${fan.id}`.execute(
      studio.context.db,
    );
    const run = toTaskList(studio.context, allJobs)["expire-reports"] as (payload: unknown) => Promise<void>;
    await run({});
    expect(await listSuspensions(fan)).toEqual([]);
  });
});
