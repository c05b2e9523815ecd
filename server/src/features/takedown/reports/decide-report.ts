import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { getReport, postReportDecision } from "@wrapsody/shared/operations/takedown.ts";
import { MAX_WAITING } from "@wrapsody/shared/operations/waiting.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { type AdministrationPart, readAccountSummaries, recordEvent } from "../../accounts/index.ts";
import { restrictThing } from "../restrictions/restrict.ts";
import { listRestrictionsOf } from "../restrictions/restrictions.data.ts";
import { findThing } from "../things.data.ts";
import {
  countWaitingReports,
  findReportObjects,
  type LockedReport,
  listOtherReports,
  lockReport,
  markReportDecided,
  readReport,
} from "./reports.data.ts";

export const takedownAdministration = {
  countWaiting: async ({ db }) => ({ reports: await countWaitingReports(db, MAX_WAITING) }),
  findObjects: { report: findReportObjects },
} satisfies AdministrationPart;

/** Returns a report with what it is about. @throws Failure E0001 if there is none */
export async function showReport({ db }: Context, id: number): Promise<AnswerOf<typeof getReport>> {
  const report = await readReport(db, id);
  if (report === undefined) throw notFound();
  const found = await findThing(db, report.kind, report.target);
  const things = found?.things ?? [];
  const restrictions = await listRestrictionsOf(db, things.length > 0 ? things : [report]);
  const inForce = new Set(
    restrictions.flatMap(({ kind, target, ended_at }) => (ended_at === null ? [`${kind} ${target}`] : [])),
  );
  const owner = found?.ownerId ?? undefined;
  const owners = await readAccountSummaries(db, owner === undefined ? [] : [owner]);
  const titles = new Map(things.map(({ kind, target, title }) => [`${kind} ${target}`, title]));
  return {
    ...report,
    things: things.map((thing) => ({
      ...thing,
      is_restricted: inForce.has(`${thing.kind} ${thing.target}`),
    })),
    owner: owners.get(owner ?? "") ?? null,
    restrictions: restrictions.map((restriction) => ({
      ...restriction,
      title: titles.get(`${restriction.kind} ${restriction.target}`) ?? "",
    })),
    others: await listOtherReports(db, report),
  };
}

type Decision = { id: number; body: BodyOf<typeof postReportDecision>; session: Session; device: Device };

/**
 * Decides a report: no action, or a restriction of the reported thing or of something that it belongs to. The reporter gets the outcome.
 *
 * @throws Failure E0001 if there is no such report, E0005 if it was decided before, E0007 on `kind` if the thing belongs to none, or is gone
 */
export async function decideReport(context: Context, decision: Decision): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const report = await lockReport(tx, decision.id);
    if (report === undefined) throw notFound();
    if (report.state !== "OPEN") throw new Failure("E0005");
    const restricts = decision.body.decision === "RESTRICT";
    const restrictionId = restricts ? await restrictReported(context, tx, report, decision) : null;
    const { body, session, device } = decision;
    await markReportDecided(tx, report.id, {
      state: restricts ? "RESTRICTED" : "NO_ACTION",
      comment: restricts ? null : body.reason,
      restrictionId,
      by: session.accountId,
      now: context.clock.now(),
    });
    await recordEvent(context, tx, {
      accountId: session.accountId,
      kind: "report-decided",
      device,
      detail: { report: report.id, name: report.title, decision: body.decision },
    });
    await notifyReporter(context, tx, report, decision);
  });
}

async function restrictReported(
  context: Context,
  tx: Executor,
  report: LockedReport,
  { body, session, device }: Decision,
): Promise<number> {
  const { kind, ground = "law", basis, reason } = body;
  const found = await findThing(tx, report.kind, report.target);
  const thing = found?.things.find((candidate) => candidate.kind === kind);
  if (found === undefined || thing === undefined)
    throw new Failure("E0007", { errors: [{ field: "kind", message: "This no longer exists." }] });
  const reasons = { ground, basis, reason };
  return restrictThing(context, tx, { thing, found, reasons, administrator: { session, device } });
}

async function notifyReporter(
  context: Context,
  tx: Executor,
  { id, title, name, email, language }: LockedReport,
  { body }: Decision,
): Promise<void> {
  const reporter = { email, name: name ?? "", language };
  const data = { thing: title, report: id, link: `${context.publicUrl}/terms` };
  if (body.decision === "RESTRICT") await notify(context, tx, "report-restricted", reporter, data);
  else await notify(context, tx, "report-dismissed", reporter, { ...data, reason: body.reason });
}
