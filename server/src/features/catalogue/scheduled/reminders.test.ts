import { toLocalTime } from "@wrapsody/shared/text/time-zones.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allJobs } from "../../../features.ts";
import { sql } from "../../../platform/database/database.ts";
import { toTaskList } from "../../../platform/jobs/queue.ts";
import { bearer, type Person, password } from "../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../testing/fixtures/studio.ts";

let studio: Studio;
let addresses = 0;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const newAddress = () => `listener${++addresses}@elsewhere.example`;

/** A wrap that is listed in some minutes. */
async function addScheduled(minutes = 60) {
  const publisher = await studio.addPublisher();
  const song = await studio.createDraft(publisher, { name: "Slack Water" });
  await studio.setAudio(song);
  const from = new Date(Math.ceil(studio.context.clock.now().getTime() / 60_000 + minutes) * 60_000);
  const payload = { listed_from: toLocalTime(from, "UTC"), time_zone: "UTC" };
  await studio.call("PUT", `song/${song}/schedule`, { ...bearer(publisher.token), payload });
  await studio.call("POST", `song/${song}/listing`, bearer(publisher.token));
  return { publisher, song, from };
}

/** Asks with a session, or with an address. */
const ask = (song: number, { email, token }: { email: string; token?: undefined } | Person) =>
  studio.call("POST", `song/${song}/reminder`, {
    ...(token === undefined ? {} : bearer(token)),
    payload: token === undefined ? { email } : {},
  });
const isOn = async (song: number, { token }: Person) =>
  (await studio.call("GET", `song/${song}/reminder`, bearer(token))).json.body?.on;
const confirm = (token: string) => studio.call("POST", "reminder/confirm", { payload: { token } });
const subjects = (address: string) => studio.mails.mails(address).map(({ subject }) => subject);
const releases = (address: string) => subjects(address).filter((subject) => subject?.includes("is out"));

/** Returns the token of the newest link that was sent to an address. */
async function readToken(address: string): Promise<string> {
  await studio.runDueJobs();
  const { text = "" } = await studio.mails.waitForMail(address, ({ subject }) =>
    subject?.startsWith("Confirm"),
  );
  const [, token = ""] = /#confirm=(\S+)/.exec(text) ?? [];
  return token;
}

async function askAndConfirm(song: number, email = newAddress()): Promise<string> {
  await ask(song, { email });
  await confirm(await readToken(email));
  return email;
}

/** Lists the wrap by the job of its minute, twice at once, and sends what that causes. */
async function release({ from }: { from: Date }): Promise<void> {
  studio.context.clock.move((from.getTime() - studio.context.clock.now().getTime()) / 1000);
  const list = toTaskList(studio.context, allJobs)["list-scheduled-songs"];
  await Promise.all([list?.({}, undefined as never), list?.({}, undefined as never)]);
  await studio.runDueJobs();
}

async function countReminders(song: number): Promise<number> {
  const { rows } = await sql`select from release_reminder where song_id = ${song}`.execute(studio.context.db);
  return rows.length;
}

describe("a release mail", () => {
  it("comes once, to accounts and to confirmed addresses, and nothing is kept of them", {
    retry: 0,
  }, async () => {
    const wrap = await addScheduled();
    const fan = await studio.join();
    const responses = await Promise.all([ask(wrap.song, fan), ask(wrap.song, fan)]);
    expect(responses.map(({ json }) => json.body)).toEqual([{ on: true }, { on: true }]);
    expect(await isOn(wrap.song, fan)).toBe(true);
    const confirmed = await askAndConfirm(wrap.song);
    const unconfirmed = newAddress();
    expect((await ask(wrap.song, { email: unconfirmed })).json.body).toEqual({ on: false });
    await release(wrap);
    await toTaskList(studio.context, allJobs)["send-release-mails"]?.(
      { songId: wrap.song },
      undefined as never,
    );
    await studio.runDueJobs();
    expect([fan.email, confirmed, unconfirmed].map((to) => releases(to).length)).toEqual([1, 1, 0]);
    const [mail] = studio.mails.mails(confirmed).slice(-1);
    expect(mail?.text).toContain("“Slack Water” by Inês Corvacho is out.");
    expect(mail?.headers.find(({ key }) => key === "list-unsubscribe-post")?.value).toBe(
      "List-Unsubscribe=One-Click",
    );
    expect(await countReminders(wrap.song)).toBe(0);
  });

  it("comes once to a person who asked with an account and with its address", { retry: 0 }, async () => {
    const wrap = await addScheduled();
    const fan = await studio.join();
    await ask(wrap.song, fan);
    await askAndConfirm(wrap.song, fan.email.toUpperCase());
    await release(wrap);
    expect(releases(fan.email)).toHaveLength(1);
  });

  it("is sent once to each of many, by two jobs at once", { retry: 0 }, async () => {
    const wrap = await addScheduled();
    const all = Array.from({ length: 101 }, newAddress);
    await sql`
      insert into release_reminder (song_id, email, language, confirmed_at, created_at)
      select ${wrap.song}, address, 'es', now(), now() from unnest(${all}::text[]) address`.execute(
      studio.context.db,
    );
    await sql`update song set status = 'ACTIVE', listed_from = null, listed_zone = null where id = ${wrap.song}`.execute(
      studio.context.db,
    );
    const send = toTaskList(studio.context, allJobs)["send-release-mails"];
    await Promise.all([1, 2, 3].map(() => send?.({ songId: wrap.song }, undefined as never)));
    await studio.runDueJobs();
    expect(all.map((to) => subjects(to).length)).toEqual(all.map(() => 1));
    expect(subjects(all[0] ?? "")).toEqual(["Ya ha salido el lanzamiento que esperabas"]);
  });

  it("is not lost by a person who asks at the instant of the release", { retry: 0 }, async () => {
    const wrap = await addScheduled();
    const fans = await Promise.all(Array.from({ length: 5 }, () => studio.join()));
    studio.context.clock.move((wrap.from.getTime() - studio.context.clock.now().getTime()) / 1000);
    const list = toTaskList(studio.context, allJobs)["list-scheduled-songs"];
    const [, ...responses] = await Promise.all([
      list?.({}, undefined as never),
      ...fans.map((fan) => ask(wrap.song, fan)),
    ]);
    await studio.runDueJobs();
    for (const [place, fan] of fans.entries()) {
      const { status } = responses[place] ?? { status: 0 };
      expect([status, releases(fan.email).length]).toEqual(status === 200 ? [200, 1] : [404, 0]);
    }
  });

  it("does not come after it was cancelled, or for a wrap that was withdrawn and deleted", async () => {
    const [wrap, other] = [await addScheduled(), await addScheduled()];
    const fan = await studio.join();
    await ask(wrap.song, fan);
    const cancel = () => studio.call("DELETE", `song/${wrap.song}/reminder`, bearer(fan.token));
    expect((await Promise.all([cancel(), cancel()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await isOn(wrap.song, fan)).toBe(false);
    await ask(other.song, fan);
    await studio.call("DELETE", `song/${other.song}`, bearer(other.publisher.token));
    expect(await countReminders(other.song)).toBe(0);
    await release(wrap);
    expect(releases(fan.email)).toEqual([]);
  });
});

describe("an address", () => {
  it("is required without a session, and has to be one", async () => {
    const { song } = await addScheduled();
    for (const payload of [{}, { email: "nobody" }, { email: 5 }]) {
      const { status, json } = await studio.call("POST", `song/${song}/reminder`, { payload });
      expect([status, json.errors[0].field]).toEqual([400, "email"]);
    }
    expect(await countReminders(song)).toBe(0);
  });

  it("gets one mail to confirm it however often it is entered, and the response tells nothing", {
    retry: 0,
  }, async () => {
    const { song } = await addScheduled();
    const email = newAddress();
    const responses = await Promise.all(Array.from({ length: 5 }, () => ask(song, { email })));
    await confirm(await readToken(email));
    responses.push(await ask(song, { email: email.toUpperCase() }));
    expect(responses.map(({ status, json }) => [status, json.body])).toEqual(
      responses.map(() => [200, { on: false }]),
    );
    await studio.runDueJobs();
    expect(subjects(email)).toEqual(["Confirm your address"]);
    expect(await countReminders(song)).toBe(1);
  });

  it("gets at most five unconfirmed mails in a day, for all wraps", async () => {
    const email = newAddress();
    for (let round = 0; round < 7; round += 1) await ask((await addScheduled()).song, { email });
    await studio.runDueJobs();
    expect(subjects(email)).toHaveLength(5);
  });

  it("is confirmed by its link for a week, twice at once too, and by no other", { retry: 0 }, async () => {
    const { song } = await addScheduled();
    const email = newAddress();
    await ask(song, { email });
    const token = await readToken(email);
    const [id = "", mac = ""] = token.split(".");
    for (const forged of [`${Number(id) + 1}.${mac}`, id, `${id}.`, "x", `${id}.${mac.slice(1)}`])
      expect((await confirm(forged)).json.code).toBe("E0077");
    const both = await Promise.all([confirm(token), confirm(token)]);
    expect(both.map(({ json }) => json.body)).toEqual([{ name: "Slack Water" }, { name: "Slack Water" }]);
  });

  it("that is not confirmed is deleted after a week", async () => {
    const wrap = await addScheduled();
    await studio.call("PUT", `song/${wrap.song}/schedule`, {
      ...bearer(wrap.publisher.token),
      payload: { listed_from: `${wrap.from.getUTCFullYear() + 1}-07-01T00:00`, time_zone: "UTC" },
    });
    const confirmed = await askAndConfirm(wrap.song);
    const email = newAddress();
    await ask(wrap.song, { email });
    const token = await readToken(email);
    studio.context.clock.move(7 * 86_400);
    expect((await confirm(token)).json.code).toBe("E0077");
    const clean = toTaskList(studio.context, allJobs)["delete-stale-reminders"];
    await clean?.({}, undefined as never);
    await clean?.({}, undefined as never);
    const { rows } = await sql`select email from release_reminder where song_id = ${wrap.song}`.execute(
      studio.context.db,
    );
    expect(rows).toEqual([{ email: confirmed }]);
    // A wrap that lost its date keeps its reminders for 90 days.
    await studio.call("DELETE", `song/${wrap.song}/schedule`, bearer(wrap.publisher.token));
    await clean?.({}, undefined as never);
    expect(await countReminders(wrap.song)).toBe(1);
    studio.context.clock.move(91 * 86_400);
    await clean?.({}, undefined as never);
    expect(await countReminders(wrap.song)).toBe(0);
  });

  it("is forgotten by the link of its mail, which works without a session and a script", async () => {
    const [wrap, later] = [await addScheduled(), await addScheduled(180)];
    const email = await askAndConfirm(wrap.song);
    await askAndConfirm(later.song, email);
    await release(wrap);
    const [mail] = studio.mails.mails(email).slice(-1);
    const header = mail?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "";
    const url = new URL(header.replace(/^<|>$/g, "")).pathname;
    expect(url).not.toContain(email);
    const open = await studio.inject({ method: "GET", url });
    expect([open.statusCode, open.body.includes("emails about releases")]).toEqual([200, true]);
    expect(await countReminders(later.song)).toBe(1);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const post = () => studio.inject({ method: "POST", url, headers, payload: "List-Unsubscribe=One-Click" });
    expect((await Promise.all([post(), post()])).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await countReminders(later.song)).toBe(0);
    expect((await studio.inject({ method: "GET", url: `${url.slice(0, -8)}AAAAAAAA` })).statusCode).toBe(404);
  });
});

describe("an account", () => {
  it("can turn release mails off for all wraps, and on again by asking for one", async () => {
    const [wrap, later] = [await addScheduled(), await addScheduled(180)];
    const fan = await studio.join();
    await ask(wrap.song, fan);
    const payload = { topic: "RELEASES", on: false };
    await studio.call("PATCH", "my/mails", { ...bearer(fan.token), payload });
    expect(await isOn(wrap.song, fan)).toBe(false);
    await release(wrap);
    expect(releases(fan.email)).toEqual([]);
    await ask(later.song, fan);
    expect(await isOn(later.song, fan)).toBe(true);
  });

  it("exports its reminders, and takes them along when it is deleted", async () => {
    const { song } = await addScheduled();
    const fan = await studio.join();
    await ask(song, fan);
    await askAndConfirm(song, fan.email);
    const archive = await studio.call("GET", "my/data", bearer(fan.token));
    const { release_reminders: reminders } = archive.json.body.catalogue;
    expect(
      reminders.map(({ song_id, email }: { song_id: number; email: string | null }) => [song_id, email]),
    ).toEqual([
      [song, null],
      [song, fan.email],
    ]);
    const { status } = await studio.call("DELETE", "me", { ...bearer(fan.token), payload: { password } });
    expect(status).toBe(200);
    expect(await countReminders(song)).toBe(0);
  });

  it("has reminders of its own alone, and only of scheduled wraps", async () => {
    const { song } = await addScheduled();
    const [fan, other] = [await studio.join(), await studio.join()];
    await ask(song, fan);
    expect(await isOn(song, other)).toBe(false);
    await studio.call("DELETE", `song/${song}/reminder`, bearer(other.token));
    expect(await isOn(song, fan)).toBe(true);
    expect((await studio.call("GET", `song/${song}/reminder`)).status).toBe(401);
    expect((await studio.call("DELETE", `song/${song}/reminder`)).status).toBe(401);
    const draft = await studio.createDraft(await studio.addPublisher());
    expect((await ask(draft, fan)).status).toBe(404);
    expect((await studio.call("GET", `song/${draft}/reminder`, bearer(fan.token))).status).toBe(404);
  });
});
