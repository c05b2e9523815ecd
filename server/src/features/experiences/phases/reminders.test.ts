import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { grid } from "../../../testing/chain/minting.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer, type Person, password } from "../../../testing/fixtures/people.ts";
import { openPhaseApi, type PhaseApi } from "../../../testing/fixtures/phases.ts";
import { runJobs } from "../../../testing/jobs.ts";
import { type ReceivedMails, receiveMails } from "../../../testing/mail.ts";

let api: PhaseApi;
let mails: ReceivedMails;
let publisher: Publisher;
let song: number;
beforeAll(async () => {
  mails = await receiveMails();
  api = await openPhaseApi({ SMTP_URL: mails.url });
});
// Sessions end when a test moves the clock.
beforeEach(async () => {
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
});
afterAll(async () => {
  await api.close();
  await mails.close();
});

async function announce(from = 20): Promise<{ id: number; phase: number }> {
  const id = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
  const { json } = await api.putPhases(publisher, id, [{ name: "Early access", from, to: from + 60 }]);
  return { id, phase: json.body.phases[0].id };
}
type Announced = { id: number; phase: number };
const remind = ({ id, phase }: Announced, person?: Person, email?: string) =>
  api.call("POST", `drop/${id}/phase/${phase}/reminder`, {
    payload: email === undefined ? {} : { email },
    ...(person === undefined ? {} : bearer(person.token)),
  });
const show = ({ id, phase }: Announced, person: Person) =>
  api.call("GET", `drop/${id}/phase/${phase}/reminder`, bearer(person.token));
const cancel = ({ id, phase }: Announced, person: Person) =>
  api.call("DELETE", `drop/${id}/phase/${phase}/reminder`, bearer(person.token));
/** Sends everything, with jobs that run twice. */
async function open() {
  await Promise.all([api.runJob("send-opening-mails", {}), api.runJob("send-opening-mails", {})]);
  expect(await runJobs(api.context)).toEqual([]);
}
const subjects = (address: string) => mails.mails(address.toLowerCase()).map(({ subject }) => subject);
const opened = "The experience you waited for is open";

describe("a reminder of a phase", () => {
  it("sends an account one mail when the phase opens, unless it was cancelled", async () => {
    const announced = await announce();
    const [fan, other] = [await api.join(), await api.join()];
    expect((await show(announced, fan)).json.body).toEqual({ on: false });
    for (const person of [fan, fan, other]) expect((await remind(announced, person)).json.body.on).toBe(true);
    expect((await cancel(announced, other)).json.body.on).toBe(false);
    const exported = (await api.call("GET", "my/data", bearer(fan.token))).json;
    expect(exported.body.experiences.phase_reminders).toMatchObject([{ phase: "Early access", email: null }]);
    await open();
    expect(subjects(fan.email)).toEqual([]);
    api.context.clock.move(20 * 60);
    await open();
    await open();
    expect([subjects(fan.email), subjects(other.email)]).toEqual([[opened], []]);
    const { rows } = await sql`select from phase_reminder`.execute(api.context.db);
    expect(rows).toEqual([]);
    // It has opened.
    expect([(await remind(announced, fan)).status, (await show(announced, fan)).status]).toEqual([404, 404]);
  });

  it("of an address is sent once its owner confirmed it, and can be turned off", async () => {
    const announced = await announce();
    const host = `${randomUUID()}.example`;
    const [address, silent] = [`Guest@${host}`, `silent@${host}`];
    expect((await remind(announced)).json.errors).toMatchObject([{ field: "email" }]);
    for (const email of [address, address, silent])
      expect((await remind(announced, undefined, email)).json.body).toEqual({ on: false });
    expect(await runJobs(api.context)).toEqual([]);
    expect(subjects(address)).toEqual(["Confirm your address"]);
    const [mail] = mails.mails(address.toLowerCase());
    const token = /#confirm=([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const confirm = (sent: string) =>
      api.call("POST", "phase-reminder/confirm", { payload: { token: sent } });
    expect((await confirm(`${token}x`)).json.code).toBe("E0077");
    // A token of the reminder of a release is signed for another purpose.
    expect((await api.call("POST", "reminder/confirm", { payload: { token } })).json.code).toBe("E0077");
    for (const _ of [1, 2]) expect((await confirm(token)).json.body).toEqual({ name: "Tide Tables" });
    api.context.clock.move(20 * 60);
    await open();
    expect(subjects(address)).toEqual(["Confirm your address", opened]);
    expect(subjects(silent)).toEqual(["Confirm your address"]);
    expect(await sql`select from phase_reminder`.execute(api.context.db)).toMatchObject({ rows: [] });
  });

  it("follows its phase to another time, and waits until the experience is active", async () => {
    const announced = await announce();
    const fan = await api.join();
    await remind(announced, fan);
    const later = { id: announced.phase, name: "Early access", from: 50 };
    await api.putPhases(publisher, announced.id, [later]);
    api.context.clock.move(40 * 60);
    await open();
    expect(subjects(fan.email)).toEqual([]);
    await sql`update campaign set state = 'ACTIVATING' where id = ${announced.id}`.execute(api.context.db);
    api.context.clock.move(20 * 60);
    await open();
    expect(subjects(fan.email)).toEqual([]);
    await sql`update campaign set state = 'ACTIVE' where id = ${announced.id}`.execute(api.context.db);
    await open();
    expect(subjects(fan.email)).toEqual([opened]);
  });

  it("and the lists that name an address are deleted with its account", async () => {
    const announced = await announce();
    const fan = await api.join();
    const listed = { from: 90, audience: "LIST", entries: [fan.email, "other@elsewhere.example"] };
    await api.putPhases(publisher, announced.id, [{ id: announced.phase, from: 20, to: 80 }, listed]);
    await remind(announced, fan);
    const exported = (await api.call("GET", "my/data", bearer(fan.token))).json;
    expect(exported.body.experiences.phase_lists).toMatchObject([{ entry: fan.email.toLowerCase() }]);
    await api.call("DELETE", "me", { payload: { password }, ...bearer(fan.token) });
    const { rows } = await sql`
      select r.id from phase_reminder r where phase_id = ${announced.phase}`.execute(api.context.db);
    expect(rows).toEqual([]);
    const entries = async () => (await api.getPhases(publisher, announced.id)).phases[1].entries;
    expect(await entries()).toEqual(["other@elsewhere.example"]);
    await api.call("PATCH", `drop/${announced.id}/close`, bearer(publisher.token));
    api.context.clock.move(31 * 86_400);
    await api.runJob("delete-stale-phase-reminders", {});
    const left = await sql`
      select from campaign_phase_entry e join campaign_phase f on f.id = e.phase_id
      where f.campaign_id = ${announced.id}`.execute(api.context.db);
    expect(left.rows).toEqual([]);
  });

  it("is deleted if nobody confirms it, and once its phase is long past", async () => {
    const announced = await announce(60 * 24 * 20);
    const fan = await api.join();
    await remind(announced, fan);
    await remind(announced, undefined, "nobody@elsewhere.example");
    const count = async () =>
      (await sql`select from phase_reminder where phase_id = ${announced.phase}`.execute(api.context.db)).rows
        .length;
    api.context.clock.move(8 * 86_400);
    await api.runJob("delete-stale-phase-reminders", {});
    expect(await count()).toBe(1);
    api.context.clock.move(60 * 86_400);
    await api.runJob("delete-stale-phase-reminders", {});
    expect(await count()).toBe(0);
  });
});
