import { createHash } from "node:crypto";
import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { Language } from "@wrapsody/shared/api/language.ts";
import type { postReport } from "@wrapsody/shared/operations/takedown.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { findThing } from "../things.data.ts";
import { findReportByKey, insertReport } from "./reports.data.ts";

type SentReport = {
  body: BodyOf<typeof postReport>;
  accountId: string | undefined;
  language: Language;
  /** The `Idempotency-Key` header. */
  key: string | undefined;
};

/**
 * Stores a report about something public and acknowledges it by email. A repeat with the same key returns the same report.
 *
 * @throws Failure E0001 if nothing public is reported, E0029 if the key was used for another report
 */
export function sendReport(
  context: Context,
  { body, accountId, language, key }: SentReport,
): Promise<{ id: number }> {
  const fingerprint = createHash("sha256").update(JSON.stringify(body)).digest();
  return context.db.transaction().execute(async (tx) => {
    const known = key === undefined ? undefined : await findReportByKey(tx, key);
    if (known !== undefined) return { id: requireSame(known, fingerprint) };
    const found = await findThing(tx, body.kind, body.id);
    if (found === undefined || !found.isPublic) throw notFound();
    const { thing } = found;
    const now = context.clock.now();
    const report = { body, thing, language, accountId, key, fingerprint, now };
    const id = await insertReport(tx, report);
    if (id === undefined) return { id: requireSame(await findConcurrent(tx, key), fingerprint) };
    const reporter = { email: body.email === "" ? null : body.email, name: body.name, language };
    await notify(context, tx, "report-received", reporter, {
      thing: thing.title,
      report: id,
      link: `${context.publicUrl}${thing.path}`,
    });
    return { id };
  });
}

async function findConcurrent(tx: Executor, key = "") {
  const report = await findReportByKey(tx, key);
  if (report === undefined) throw new Error("a report with this key exists, but is not visible");
  return report;
}

function requireSame(known: { id: number; fingerprint: Buffer }, fingerprint: Buffer): number {
  if (!known.fingerprint.equals(fingerprint)) throw new Failure("E0029");
  return known.id;
}
