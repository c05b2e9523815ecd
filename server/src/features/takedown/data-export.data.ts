import { type Executor, sql } from "../../platform/database/database.ts";
import type { ExportTable } from "../accounts/index.ts";
import { isOfAccount, ownContest } from "./restrictions/restrictions.data.ts";

/** Exports the reports that an account sent, and the restrictions of what it owns and of itself. */
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
    select r.kind, r.target, r.ground, r.basis, r.reason, r.since, r.contested_at, ${ownContest(accountId, sql`r.contest_statement`)} as contest_statement,
      ${ownContest(accountId, sql`r.contest_signature`)} as contest_signature, ${ownContest(accountId, sql`r.contest_address`)} as contest_address,
      r.kept_at, r.kept_reason, r.ended_at, r.end_reason
    from restriction r where ${isOfAccount(accountId)} or (r.kind = 'account' and r.target = ${accountId}) order by r.id`.execute(
    db,
  );
  return rows;
}
