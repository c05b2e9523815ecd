import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allJobs } from "../../../features.ts";
import { sql } from "../../../platform/database/database.ts";
import { toTaskList } from "../../../platform/jobs/queue.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { insertSuppression } from "../../../platform/mail/suppressed-addresses.data.ts";
import { bearer, makePremium, openPeople, type Person, password } from "../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../testing/fixtures/studio.ts";
import { runTasks } from "../../../testing/jobs.ts";

const PER_SECOND = 4;
let studio: Studio;
let publisher: Person & { artist: number };
beforeAll(async () => {
  studio = await openStudio({ FOLLOWER_MAILS_PER_SECOND: String(PER_SECOND) });
  publisher = await studio.addPublisher({ name: "Halden Maar" });
  await makePremium(studio, publisher);
});
afterAll(() => studio.close());

type Method = Parameters<Studio["call"]>[0];
const send = (person: Person, method: Method, path: string, payload?: object) =>
  studio.call(method, path, { ...bearer(person.token), ...(payload === undefined ? {} : { payload }) });
const choose = (fan: Person, choice: string) => send(fan, "PUT", "my/mails/followed", { choice });

async function addFan(choice: string, artist = publisher.artist): Promise<Person> {
  const fan = await studio.join();
  await send(fan, "PUT", `artist/${artist}/follow`);
  await choose(fan, choice);
  return fan;
}

async function listWrap(name = "Salt Meridian", owner = publisher): Promise<number> {
  const song = await studio.createDraft(owner, { name });
  await studio.setAudio(song, `aa/${song}.mp3`);
  await send(owner, "POST", `song/${song}/listing`);
  return song;
}

/** Runs the jobs, with a second between batches, until all mails to followers are sent. */
async function sendAll(): Promise<void> {
  for (let second = 0; second < 60; second += 1) {
    await studio.runDueJobs();
    const { rows } = await sql`select from follower_mail where queued_at is null limit 1`.execute(
      studio.context.db,
    );
    if (rows.length === 0) return;
    await nextSecond();
  }
  throw new Error("mails wait for too long");
}

/** Moves the clock, and makes the next batch due. */
async function nextSecond(): Promise<void> {
  studio.context.clock.move(1);
  await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(
    studio.context.db,
  );
}

const subjects = ({ email }: Person) => studio.mails.mails(email).map(({ subject }) => subject);
const RELEASE = "A new wrap by an artist you follow";
const DIGEST = "New wraps by artists you follow";

describe("a follower who chose an email for every release", () => {
  it("gets one for each, with a header and a link that turn them off, and others get none", async () => {
    const [fan, weekly, none] = [await addFan("EVERY"), await addFan("WEEKLY"), await addFan("NONE")];
    await listWrap();
    await sendAll();
    await sendAll();
    expect([subjects(fan), subjects(weekly), subjects(none)]).toEqual([[RELEASE], [], []]);
    const [mail] = studio.mails.mails(fan.email);
    expect(mail?.text).toContain("“Salt Meridian” by Halden Maar is out.");
    const header = (key: string) => mail?.headers.find((each) => each.key === key)?.value;
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const link = new URL(header("list-unsubscribe")?.slice(1, -1) ?? "");
    const page = await studio.inject({ url: link.pathname });
    expect(page.body).toContain("emails about artists you follow");
    await studio.inject({
      method: "POST",
      url: link.pathname,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
    expect((await send(fan, "GET", "my/mails")).json.body.follower_mails).toBe("NONE");
    await listWrap("Second");
    await sendAll();
    expect(subjects(fan)).toEqual([RELEASE]);
    expect((await choose(fan, "EVERY")).json.body.follower_mails).toBe("EVERY");
    await listWrap("Third");
    await sendAll();
    expect(subjects(fan)).toEqual([RELEASE, RELEASE]);
  });

  it("gets none about a wrap that was withdrawn, or after they stopped following", async () => {
    const [fan, former] = [await addFan("EVERY"), await addFan("EVERY")];
    const song = await listWrap();
    await studio.runDueJobs();
    await sql`update follower_mail set queued_at = null`.execute(studio.context.db);
    await send(publisher, "DELETE", `song/${song}/listing`);
    await send(former, "DELETE", `artist/${publisher.artist}/follow`);
    const before = [subjects(fan), subjects(former)];
    await sql`delete from graphile_worker._private_jobs`.execute(studio.context.db);
    await studio.context.queue.enqueue(studio.context.db, jobNamed("send-follower-mails"), {});
    await nextSecond();
    await sendAll();
    expect([subjects(fan), subjects(former)]).toEqual(before);
  });

  it("chooses among what exists, with a session", async () => {
    const fan = await studio.join();
    const refused = await choose(fan, "DAILY");
    expect([refused.status, refused.json.errors[0].field]).toEqual([400, "choice"]);
    expect((await send(fan, "GET", "my/mails")).json.body.follower_mails).toBe("NONE");
    expect((await studio.call("PUT", "my/mails/followed", { payload: { choice: "EVERY" } })).json.code).toBe(
      "E0002",
    );
    const twice = await Promise.all([choose(fan, "WEEKLY"), choose(fan, "WEEKLY")]);
    expect(twice.map(({ json }) => json.body.follower_mails)).toEqual(["WEEKLY", "WEEKLY"]);
  });
});

const jobNamed = (name: string) => {
  const job = allJobs.find((each) => each.name === name);
  if (job === undefined) throw new Error(`no job ${name}`);
  return job;
};

it("the weekly email names the releases of the last week once, however often it is planned", {
  retry: 0,
}, async () => {
  const artist = await studio.addPublisher({ name: "Weekly Artist" });
  const [fan, every] = [await addFan("WEEKLY", artist.artist), await addFan("EVERY", artist.artist)];
  const [first] = [await listWrap("First of the week", artist), await listWrap("Second of the week", artist)];
  expect(first).toBeGreaterThan(0);
  await sendAll();
  studio.context.clock.move(7 * 86_400);
  const plan = jobNamed("plan-weekly-digests");
  await Promise.all([plan.run(studio.context, {}), plan.run(studio.context, {})]);
  await studio.context.queue.enqueue(studio.context.db, jobNamed("send-follower-mails"), {});
  await sendAll();
  await plan.run(studio.context, {});
  await sendAll();
  expect(subjects(fan)).toEqual([DIGEST]);
  expect(subjects(every)).toEqual([RELEASE, RELEASE]);
  const text = studio.mails.mails(fan.email)[0]?.text ?? "";
  expect(text).toContain("2 wraps by artists you follow came out last week.");
  expect(text).toContain("First of the week, Weekly Artist");
  studio.context.clock.move(7 * 86_400);
  await plan.run(studio.context, {});
  await sendAll();
  expect(subjects(fan)).toEqual([DIGEST]);
});

it("what is kept about mails is in the export, ends after its time, and goes with the account", async () => {
  const artist = await studio.addPublisher({ name: "Kept Artist" });
  const [fan, leaving] = [await addFan("EVERY", artist.artist), await addFan("EVERY", artist.artist)];
  await listWrap("Kept", artist);
  await sendAll();
  const { db, clock } = studio.context;
  const row = { reason: "REPORTED", status: null, now: clock.now() } as const;
  await insertSuppression(db, { ...row, email: leaving.email });
  await insertSuppression(db, { ...row, email: fan.email });
  const { json } = await send(fan, "GET", "my/data");
  expect(json.body.followers.follower_mails).toMatchObject([
    { song_id: expect.any(Number), message_id: expect.any(String), queued_at: expect.any(String) },
  ]);
  const count = async () => {
    const { rows } = await sql<{ mails: number; suppressed: number }>`
      select (select count(*)::int from follower_mail where account_id in (${fan.id}, ${leaving.id})) as mails,
        (select count(*)::int from suppressed_address where email in (lower(${fan.email}), lower(${leaving.email}))) as suppressed`.execute(
      db,
    );
    return rows[0];
  };
  expect(await count()).toEqual({ mails: 2, suppressed: 2 });
  await send(leaving, "DELETE", "me", { password, keep_artworks: false });
  expect(await count()).toEqual({ mails: 1, suppressed: 1 });
  clock.move(91 * 86_400);
  await jobNamed("delete-old-notifications").run(studio.context, {});
  expect(await count()).toEqual({ mails: 0, suppressed: 1 });
  clock.move(275 * 86_400);
  await jobNamed("forget-registrations").run(studio.context, {});
  expect(await count()).toEqual({ mails: 0, suppressed: 0 });
});

it("mails are queued at the operator's rate, and a login code overtakes them", async () => {
  const artist = await studio.addPublisher({ name: "Paced Artist" });
  const fans: Person[] = [];
  for (let count = 0; count < 3 * PER_SECOND; count += 1) fans.push(await addFan("EVERY", artist.artist));
  await sql`update follower_mail_pace set queued_at = ${studio.context.clock.now()}`.execute(
    studio.context.db,
  );
  await listWrap("Paced", artist);
  const queued = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from follower_mail m join announcement e on e.id = m.announcement_id
      where e.artist_id = ${artist.artist} and m.queued_at is not null`.execute(studio.context.db);
    return rows[0]?.count;
  };
  await studio.runDueJobs();
  expect(await queued()).toBe(0);
  await nextSecond();
  // Two seconds at once, which the burst allows.
  studio.context.clock.move(1);
  const before = studio.mails.all().length;
  const code = { code: "123456", lifetimeSeconds: 600 };
  const tasks = toTaskList(studio.context, allJobs);
  const { "send-follower-mails": queueMails } = tasks;
  if (queueMails === undefined) throw new Error("no such job");
  await runTasks(studio.context, { "send-follower-mails": queueMails });
  expect(await queued()).toBe(2 * PER_SECOND);
  await notify(
    studio.context,
    studio.context.db,
    "login-code",
    { email: "waiting@wrapsody.example", language: "en", name: "" },
    code,
  );
  await runTasks(studio.context, tasks);
  const arrived = studio.mails.all().slice(before);
  expect(arrived[0]?.to).toEqual(["waiting@wrapsody.example"]);
  expect(arrived).toHaveLength(2 * PER_SECOND + 1);
  await sendAll();
  for (const fan of fans) expect(subjects(fan)).toEqual([RELEASE]);
});

describe("an address that its mail server rejects for good", () => {
  it("gets emails about logins and security only, until its owner confirms it by a link", async () => {
    const people = await openPeople();
    try {
      const fan = await people.join();
      const { context } = people;
      const contact = { id: fan.id, email: fan.email, language: "en", name: "" } as const;
      const sendRelease = () =>
        notify(context, context.db, "followed-release", contact, {
          wrap: "Salt",
          artist: "Aud",
          link: "http://localhost/wrap/1",
        });
      const refused: string[] = [];
      const bouncing = await openBouncing(refused);
      const { mail } = context;
      context.mail = bouncing.mail;
      await sendRelease();
      await people.runDueJobs();
      expect(refused).toEqual([fan.email.toLowerCase()]);
      context.mail = mail;
      await sendRelease();
      await notify(context, context.db, "login-code", contact, { code: "123456", lifetimeSeconds: 600 });
      await people.runDueJobs();
      expect(people.mails.mails(fan.email).map(({ subject }) => subject)).toEqual([
        expect.stringContaining("code"),
      ]);
      const get = (path: string) => people.call("GET", path, bearer(fan.token));
      expect((await get("my/address")).json.body.suppressed_since).toEqual(expect.any(String));
      expect((await get("my/data")).json.body.accounts.suppressed_address).toMatchObject([
        { email: fan.email.toLowerCase(), reason: "REJECTED", status: 550 },
      ]);
      await people.call("POST", "my/address/check", bearer(fan.token));
      await people.runDueJobs();
      const [link] = people.listLinks("/address/confirm", fan.email);
      const code = link?.searchParams.get("code") ?? "";
      const confirm = (payload: object) => people.call("POST", "address/mailbox", { payload });
      expect((await confirm({ code: `${code}x` })).json.code).toBe("E0020");
      const answers = await Promise.all([confirm({ code }), confirm({ code })]);
      expect(answers.map(({ json }) => json.body)).toEqual([{ email: fan.email }, { email: fan.email }]);
      expect((await get("my/address")).json.body.suppressed_since).toBeNull();
      await sendRelease();
      await people.runDueJobs();
      expect(people.mails.mails(fan.email).at(-1)?.subject).toBe(RELEASE);
      context.clock.move(2 * 86_400);
      expect((await confirm({ code })).json.code).toBe("E0020");
      expect((await people.call("POST", "my/address/check")).json.code).toBe("E0002");
      await bouncing.close();
    } finally {
      await people.close();
    }
  });
});

/** A mail server that rejects every address. */
async function openBouncing(refused: string[]) {
  const { openSmtp } = await import("../../../platform/mail/smtp.ts");
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo({ address }, _session, answer) {
      refused.push(address.toLowerCase());
      answer(Object.assign(new Error("5.1.1 No such user"), { responseCode: 550 }));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const url = `smtp://127.0.0.1:${port}`;
  const smtp = openSmtp({ url, production: false, log: studio.context.log });
  return {
    mail: smtp.mail,
    async close() {
      smtp.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
