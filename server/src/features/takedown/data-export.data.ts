import { type Executor, sql } from "../../platform/database/database.ts";
import type { ExportTable } from "../accounts/index.ts";
import { isOfAccount } from "./restrictions/restrictions.data.ts";

/** Exports the reports that an account sent, and the restrictions of what it owns. */
export const takedownExport = {
  reports: listSentReports,
  restrictions: listOwnRestrictions,
} satisfies ExportTable;

async function listSentReports(db: Executor, accountId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select id, kind, target, title, problem, explanation, location, work, name, email, address, signature, state, comment, created_at, decided_at
    from report where account_id = ${accountId} order by id`.execute(db);
  return rows;
}

async function listOwnRestrictions(db: Executor, accountId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select r.kind, r.target, r.ground, r.basis, r.reason, r.since, r.contested_at, r.contest_statement, r.contest_signature, r.contest_address,
      r.kept_at, r.kept_reason, r.ended_at, r.end_reason
    from restriction r where ${isOfAccount(accountId)} order by r.id`.execute(db);
  return rows;
}
