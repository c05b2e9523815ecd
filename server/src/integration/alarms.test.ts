import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAlarmRecipients } from "../features.ts";
import { sql } from "../platform/database/database.ts";
import { type AlarmSources, checkAlarms, checkAndSend } from "../platform/health/alarms/alarms.ts";
import type { FeatureHealth, HealthIssue } from "../platform/health/health.ts";
import { recordUndeclaredProxy } from "../platform/http/undeclared-proxies.data.ts";
import { notify } from "../platform/mail/notify.ts";
import { getJobPool } from "../testing/database/database.ts";
import { bearer, openPeople, type People, type Person } from "../testing/fixtures/people.ts";

let people: People;
let admin: Person;
let second: Person;

beforeAll(async () => {
  people = await openPeople();
  [admin, second] = [await people.join(), await people.join()];
  await people.join();
  const { db } = people.context;
  await sql`update account set role = 'ADMIN' where id in (${admin.id}, ${second.id})`.execute(db);
  await sql`update account set language = 'es' where id = ${second.id}`.execute(db);
});
beforeEach(async () => {
  await sql`truncate alarm`.execute(people.context.db);
  await people.runDueJobs();
});
afterAll(() => people.close());

/** A part of the program whose issues the test sets. */
function createPart(part = "chain", alarmsPerInstance = true) {
  let readIssues: () => Promise<readonly HealthIssue[]> = async () => [];
  const source: FeatureHealth = { part, alarmsPerInstance, issues: () => readIssues(), gauges: [] };
  return {
    alarms: { sources: [source], listRecipients: listAlarmRecipients } satisfies AlarmSources,
    report(...issues: [kind: string, of: string][]) {
      const since = people.context.clock.now().toISOString();
      readIssues = async () => issues.map(([kind, of]) => ({ part, kind, of, since }));
    },
    fail() {
      readIssues = () => Promise.reject(new Error("no connection"));
    },
  };
}

const check = (alarms: AlarmSources) => checkAlarms(people.context, alarms, 0);
const wait = (seconds: number) => people.context.clock.move(seconds);

/** Returns the subjects of new mails about alarms, of the first administrator and then of the second. */
async function readNewMails(): Promise<string[]> {
  await people.runDueJobs();
  return [admin, second].flatMap(({ email }) => {
    const subjects = people.mails.mails(email).map(({ subject = "" }) => subject);
    const about = subjects.filter((subject) => /^(Alarm|Over|Alarma|Terminada): /.test(subject));
    const newSubjects = about.slice(seen.get(email) ?? 0);
    seen.set(email, about.length);
    return newSubjects;
  });
}
const seen = new Map<string, number>();

const alarmRows = async () =>
  (
    await sql<{ kind: string; of: string; ended: boolean }>`
    select kind, "of", ended_at is not null as ended from alarm order by id`.execute(people.context.db)
  ).rows;

describe("an alarm", () => {
  it("is mailed once when it begins and once when it ends, among several nodes, in the administrator's language", {
    retry: 0,
  }, async () => {
    const { alarms, report } = createPart();
    report(["UNREACHABLE", "LINEA"]);
    await check(alarms);
    expect(await readNewMails()).toEqual([]);
    wait(60);
    await Promise.all([1, 2, 3, 4].map(() => check(alarms)));
    await check(alarms);
    expect(await readNewMails()).toEqual([
      "Alarm: the RPC node of LINEA can’t be reached",
      "Alarma: no se puede acceder al nodo RPC de LINEA",
    ]);
    const { text = "" } = await people.mails.waitForMail(admin.email);
    expect(text).toContain("The section UNREACHABLE of docs/operate/runbook.md says what to do.");
    expect(text).toContain("http://localhost/admin");
    report();
    await check(alarms);
    wait(120);
    await Promise.all([1, 2, 3, 4].map(() => check(alarms)));
    await check(alarms);
    expect(await readNewMails()).toEqual([
      "Over: the RPC node of LINEA can’t be reached",
      "Terminada: no se puede acceder al nodo RPC de LINEA",
    ]);
  });

  it("is not mailed if its cause lasts less than a minute", async () => {
    const { alarms, report } = createPart();
    report(["UNREACHABLE", "LINEA"]);
    wait(59);
    await check(alarms);
    report();
    wait(600);
    await check(alarms);
    expect(await alarmRows()).toEqual([]);
  });

  it("goes on while its cause comes and goes", async () => {
    const { alarms, report } = createPart();
    report(["UNREACHABLE", "LINEA"]);
    wait(60);
    await check(alarms);
    for (let turn = 0; turn < 3; turn += 1) {
      report();
      wait(60);
      await check(alarms);
      report(["UNREACHABLE", "LINEA"]);
      wait(119);
      await check(alarms);
    }
    expect(await alarmRows()).toEqual([{ kind: "UNREACHABLE", of: "LINEA", ended: false }]);
    expect(await readNewMails()).toHaveLength(2);
  });

  it("goes on while its part cannot be read, or is of another version", async () => {
    const { alarms, report, fail } = createPart();
    report(["UNREACHABLE", "LINEA"]);
    wait(60);
    await check(alarms);
    fail();
    for (const part of [alarms, createPart("queue").alarms])
      for (let turn = 0; turn < 3; turn += 1) {
        wait(600);
        await check(part);
      }
    expect(await alarmRows()).toEqual([{ kind: "UNREACHABLE", of: "LINEA", ended: false }]);
    expect(await readNewMails()).toHaveLength(2);
  });

  it("begins for each network, but only once for a queue whose oldest job changes", async () => {
    const chain = createPart();
    chain.report(["UNREACHABLE", "LINEA"], ["UNREACHABLE", "POLYGON"]);
    const queue = createPart("queue", false);
    queue.report(["OVERDUE_JOB", "send-letter"]);
    wait(60);
    await check(chain.alarms);
    await check(queue.alarms);
    queue.report(["OVERDUE_JOB", "draw-artwork"]);
    await check(queue.alarms);
    expect(await alarmRows()).toEqual([
      { kind: "UNREACHABLE", of: "LINEA", ended: false },
      { kind: "UNREACHABLE", of: "POLYGON", ended: false },
      { kind: "OVERDUE_JOB", of: "draw-artwork", ended: false },
    ]);
    expect(await readNewMails()).toHaveLength(6);
  });

  it("of a kind without texts of its own is named", async () => {
    const { alarms, report } = createPart("backup");
    report(["FULL", "disk"]);
    wait(60);
    await check(alarms);
    expect(await readNewMails()).toEqual([
      "Alarm: backup reports FULL (disk)",
      "Alarma: backup comunica FULL (disk)",
    ]);
  });

  it("about missing workers is sent by the process that finds it, with the other waiting mails", async () => {
    const { context } = people;
    const { alarms, report } = createPart("queue", false);
    const left = `left-${randomUUID()}@wrapsody.example`;
    const pool = getJobPool(context);
    await notify(context, context.db, "account-deleted", { email: left, language: "en", name: "" }, {});
    report(["OVERDUE_JOB", "send-letter"]);
    wait(60);
    await checkAndSend(context, { ...alarms, pool }, 0);
    expect(people.mails.mails(left)).toEqual([]);
    report(["NO_WORKER", "workers"]);
    wait(60);
    await checkAndSend(context, { ...alarms, pool }, 0);
    expect(people.mails.mails(left)).toHaveLength(1);
    const { subject } = await people.mails.waitForMail(admin.email);
    expect(subject).toBe("Alarm: no worker is running");
    await readNewMails();
  });

  it("is checked by one node at a time, and not again within the interval", { retry: 0 }, async () => {
    const { alarms, report } = createPart();
    report();
    expect(await check(alarms)).toEqual([]);
    expect(await checkAlarms(people.context, alarms, 60_000)).toBeUndefined();
    await people.context.db.transaction().execute(async (tx) => {
      await sql`select from alarm_check for update`.execute(tx);
      expect(await check(alarms)).toBeUndefined();
    });
  });
});

describe("GET admin/alarms", () => {
  it("lists active alarms and those of the last day for administrators only", async () => {
    await sql`delete from alarm`.execute(people.context.db);
    await sql`delete from undeclared_proxy`.execute(people.context.db);
    const { alarms, report } = createPart();
    report(["UNREACHABLE", "LINEA"], ["NO_FUNDS", "POLYGON"]);
    wait(60);
    await check(alarms);
    report(["NO_FUNDS", "POLYGON"]);
    await check(alarms);
    wait(120);
    await check(alarms);
    const { json } = await people.call("GET", "admin/alarms", bearer(await people.logInAgain(admin)));
    expect(json.body).toMatchObject({
      active: [{ part: "chain", of: "POLYGON", kind: "NO_FUNDS", ended_at: null }],
      ended: [
        {
          part: "chain",
          of: "LINEA",
          kind: "UNREACHABLE",
          ended_at: people.context.clock.now().toISOString(),
        },
      ],
      undeclared_proxies: [],
    });
    wait(86_401);
    const proxy = { peer: "198.51.100.2", header: "x-forwarded-for" };
    const { clock, db } = people.context;
    await recordUndeclaredProxy(db, { ...proxy, now: clock.now() });
    const later = await people.call("GET", "admin/alarms", bearer(await people.logInAgain(admin)));
    expect(later.json.body).toMatchObject({ ended: [], undeclared_proxies: [proxy] });
    const fan = await people.join();
    expect((await people.call("GET", "admin/alarms", bearer(fan.token))).status).toBe(403);
    expect((await people.call("GET", "admin/alarms")).status).toBe(401);
  });
});
