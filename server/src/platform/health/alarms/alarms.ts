import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { getAlarms } from "@wrapsody/shared/operations/alarms.ts";
import type pg from "pg";
import type { Context } from "../../context.ts";
import type { Executor } from "../../database/database.ts";
import { findUndeclaredProxies } from "../../http/undeclared-proxies.data.ts";
import { runDueJobs } from "../../jobs/queue.ts";
import type { MailData } from "../../mail/mail-data.ts";
import { notify, type Recipient, sendEmailJob } from "../../mail/notify.ts";
import { type FeatureHealth, type HealthIssue, inTime } from "../health.ts";
import {
  claimAlarmCheck,
  deleteAlarmsEndedBefore,
  endAlarm,
  insertAlarm,
  listActiveAlarms,
  listAlarms,
  updateAlarm,
} from "./alarms.data.ts";
import { compareAlarms } from "./compare-alarms.ts";

const CHECK_INTERVAL_MS = 15_000;
/** Other nodes of a fleet that starts together need this long until they work. */
const FIRST_CHECK_AFTER_MS = 60_000;
const DAY_MS = 86_400_000;
const RETENTION_MS = 30 * DAY_MS;

export type AlarmSources = {
  sources: readonly FeatureHealth[];
  /** Lists who is notified. */
  listRecipients(tx: Executor): Promise<readonly Recipient[]>;
};

/**
 * Compares the health issues with the stored alarms and enqueues a mail to every administrator for each alarm that begins
 * or ends. The transaction that stores an alarm enqueues its mails, and one node at a time checks, so each mail is sent
 * once whatever restarts. Returns the issues; undefined if another node checks.
 */
export async function checkAlarms(
  context: Context,
  { sources, listRecipients }: AlarmSources,
  intervalMs = CHECK_INTERVAL_MS / 2,
): Promise<readonly HealthIssue[] | undefined> {
  const { db, clock, log } = context;
  return db.transaction().execute(async (tx) => {
    if (!(await claimAlarmCheck(tx, intervalMs))) return undefined;
    const parts = await Promise.all(
      sources.map(async ({ part, alarmsPerInstance, issues }) => ({
        part,
        alarmsPerInstance,
        issues: await inTime(issues(), undefined),
      })),
    );
    const now = clock.now();
    const { started, ended, updated } = compareAlarms(parts, await listActiveAlarms(tx), now);
    for (const change of updated) await updateAlarm(tx, change);
    const recipients = started.length + ended.length === 0 ? [] : await listRecipients(tx);
    for (const alarm of started) {
      await insertAlarm(tx, alarm);
      log.error({ alarm: alarm.kind, part: alarm.part, of: alarm.of }, "alarm began");
      await notifyAll(context, tx, "alarm-began", recipients, describeAlarm(context, alarm));
    }
    for (const alarm of ended) {
      await endAlarm(tx, { id: alarm.id, now });
      log.info({ alarm: alarm.kind, part: alarm.part, of: alarm.of }, "alarm ended");
      const until = new Date(alarm.missing_since ?? now);
      await notifyAll(context, tx, "alarm-ended", recipients, { ...describeAlarm(context, alarm), until });
    }
    await deleteAlarmsEndedBefore(tx, new Date(now.getTime() - RETENTION_MS));
    return parts.flatMap(({ issues = [] }) => issues);
  });
}

function describeAlarm(
  { publicUrl }: Context,
  { part, of, kind, since }: HealthIssue,
): MailData["alarm-began"] {
  return { part, of, kind, since: new Date(since), link: `${publicUrl}/admin` };
}

async function notifyAll<Kind extends "alarm-began" | "alarm-ended">(
  context: Context,
  tx: Executor,
  kind: Kind,
  recipients: readonly Recipient[],
  data: MailData[Kind],
): Promise<void> {
  for (const recipient of recipients) await notify(context, tx, kind, recipient, data);
}

/** Checks alarms until stopped. */
export function startAlarmMonitor(
  context: Context,
  alarms: AlarmSources & { pool: pg.Pool },
): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  let isStopping = false;
  const schedule = (ms: number) => {
    if (isStopping) return;
    timer = setTimeout(() => {
      running = checkAndSend(context, alarms)
        .catch((error: unknown) => context.log.warn({ err: error }, "alarms could not be checked"))
        .then(() => schedule(CHECK_INTERVAL_MS));
    }, ms);
    timer.unref();
  };
  schedule(FIRST_CHECK_AFTER_MS);
  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Sends waiting mails from this process if no worker does, because the mail about it would wait as well. */
export async function checkAndSend(
  context: Context,
  { pool, ...alarms }: AlarmSources & { pool: pg.Pool },
  intervalMs?: number,
): Promise<void> {
  const issues = await checkAlarms(context, alarms, intervalMs);
  if (issues?.some(({ kind }) => kind === "NO_WORKER")) await runDueJobs(context, pool, [sendEmailJob]);
}

/** Returns what administrators see of the state of the site. */
export async function getSystemStatus({ db, config, clock }: Context): Promise<AnswerOf<typeof getAlarms>> {
  const now = clock.now();
  const alarms = await listAlarms(db, new Date(now.getTime() - DAY_MS));
  return {
    active: alarms.filter(({ ended_at }) => ended_at === null),
    ended: alarms.filter(({ ended_at }) => ended_at !== null),
    undeclared_proxies: await findUndeclaredProxies(db, { trustProxy: config.trustProxy, now }),
  };
}
