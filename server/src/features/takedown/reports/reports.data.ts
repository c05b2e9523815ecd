import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { Language } from "@wrapsody/shared/api/language.ts";
import type { Filter, ListQuery } from "@wrapsody/shared/api/page.ts";
import type { postReport, ReportState, ReportSummary } from "@wrapsody/shared/operations/takedown.ts";
import type { RawBuilder } from "kysely";
import { type Executor, sql } from "../../../platform/database/database.ts";
import {
  buildOrderBy,
  buildWhere,
  type Columns,
  countUpTo,
  type Rows,
  readListPage,
} from "../../../platform/database/list-query.ts";
import type { AuditObject } from "../../accounts/index.ts";
import { imageOfThing, type Thing } from "../things.data.ts";

export type NewReport = {
  body: BodyOf<typeof postReport>;
  thing: Thing;
  language: Language;
  accountId: string | undefined;
  key: string | undefined;
  fingerprint: Buffer;
  now: Date;
};

/** Inserts a report. Returns undefined if one with the same key exists, for which a concurrent insertion is waited. */
export async function insertReport(tx: Executor, report: NewReport): Promise<number | undefined> {
  const { body, thing, language, accountId, key, fingerprint, now } = report;
  const { rows } = await sql<{ id: number }>`
    insert into report (idempotency_key, fingerprint, kind, target, title, problem, explanation, location, work, name, email,
      address, signature, language, account_id, created_at)
    values (${key ?? null}, ${key === undefined ? null : fingerprint}, ${thing.kind}, ${thing.target}, ${thing.title}, ${body.problem},
      ${body.explanation}, ${body.location}, nullif(${body.work}, ''), nullif(${body.name}, ''), nullif(${body.email}, ''),
      nullif(${body.address}, ''), nullif(${body.signature}, ''), ${language}, ${accountId ?? null}, ${now})
    on conflict (idempotency_key) do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

export async function findReportByKey(
  tx: Executor,
  key: string,
): Promise<{ id: number; fingerprint: Buffer } | undefined> {
  const { rows } = await sql<{ id: number; fingerprint: Buffer }>`
    select id, fingerprint from report where idempotency_key = ${key}`.execute(tx);
  return rows[0];
}

/** Selects whether a counter-notice about the restriction of `report r` awaits a decision. */
const isContested = sql<boolean>`exists (
  select from restriction t where t.id = r.restriction_id and t.contested_at is not null and t.kept_at is null and t.ended_at is null)`;
const summary = sql`r.id, r.kind, r.target, r.title, ${imageOfThing({ kind: sql`r.kind`, target: sql`r.target` })} as image, r.problem, r.state, ${isContested} as contested, r.name, r.created_at, r.decided_at`;
const keys: Columns = {
  state: sql`r.state`,
  kind: sql`r.kind`,
  problem: sql`r.problem`,
  contested: isContested,
  created_at: sql`r.created_at`,
};

/** Builds the condition of a list. Contested reports are few, and found from their restrictions. */
function buildCondition(filters: readonly Filter[]): RawBuilder<unknown> {
  const [ofContested, others] = [
    filters.filter(isForContested),
    filters.filter((one) => !isForContested(one)),
  ];
  return sql.join([buildWhere(others, keys), ...ofContested.map(() => contested)], sql` and `);
}

const contested = sql`r.restriction_id in (
  select t.id from restriction t where t.contested_at is not null and t.kept_at is null and t.ended_at is null)`;

const isForContested = ({ key, operator, value }: Filter) =>
  key === "contested" && operator === "==" && value === true;

export async function listReports(db: Executor, list: ListQuery): Promise<Rows<ReportSummary>> {
  const where = buildCondition(list.filters);
  const rows =
    list.sortRequested === true || list.filters.some(({ key }) => key === "state" || key === "contested")
      ? sql`
      select ${summary} from report r where ${where}
      order by ${buildOrderBy(list, keys, sql`r.id`)} limit ${list.limit} offset ${list.offset}`
      : selectWaitingFirst(where, list);
  return readListPage(db, list, {
    rows: sql<ReportSummary>`${rows}`,
    counted: sql`select from report r where ${where}`,
  });
}

/** Selects the reports that await a decision, then the others, each newest first. Each part is read by an index as far as the page needs it. */
function selectWaitingFirst(where: RawBuilder<unknown>, { limit, offset }: ListQuery): RawBuilder<unknown> {
  const isOpen = sql`r.state = 'OPEN'`;
  const selectPart = (place: number, part: RawBuilder<unknown>) => sql`(
    select r.id, ${sql.lit(place)} as place from report r where ${where} and ${part}
    order by r.created_at desc, r.id desc limit ${offset + limit})`;
  const parts = [
    selectPart(0, isOpen),
    selectPart(0, sql`not ${isOpen} and ${contested}`),
    // Written as an expression, since an anti-join would read the whole table.
    selectPart(1, sql`not ${isOpen} and case when ${isContested} then false else true end`),
  ];
  return sql`
    select ${summary} from (${sql.join(parts, sql` union all `)}) part join report r on r.id = part.id
    order by part.place, r.created_at desc, r.id desc limit ${limit} offset ${offset}`;
}

/** Counts open reports and those with a counter-notice that awaits a decision, up to a limit. */
export async function countWaitingReports(db: Executor, limit: number): Promise<number> {
  const waiting = sql`
    select from report r where r.state = 'OPEN'
    union all
    select from report r where ${contested}`;
  const { rows } = await sql<{ total: number }>`select ${countUpTo(waiting, limit)} as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Finds reports by id, each named after what it is about. */
export async function findReportObjects(db: Executor, ids: readonly string[]): Promise<AuditObject[]> {
  const { rows } = await sql<AuditObject>`
    select id::text, title as name, '/admin/report/' || id as path from report where id = any(${ids}::bigint[])`.execute(
    db,
  );
  return rows;
}

export type ReportRow = ReportSummary & {
  explanation: string;
  location: string;
  work: string | null;
  email: string | null;
  address: string | null;
  signature: string | null;
  comment: string | null;
  decided_by: string | null;
};

export async function readReport(db: Executor, id: number): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`
    select ${summary}, r.explanation, r.location, r.work, r.email, r.address, r.signature, r.comment,
      (select name from account where id = r.decided_by) as decided_by
    from report r where r.id = ${id}`.execute(db);
  return rows[0];
}

/** Other reports shown with one. */
const MAX_OTHERS = 20;

/** Lists the latest other reports about the same thing. */
export async function listOtherReports(
  db: Executor,
  { id, kind, target }: Pick<ReportSummary, "id" | "kind" | "target">,
): Promise<ReportSummary[]> {
  const { rows } = await sql<ReportSummary>`
    select ${summary} from report r where r.kind = ${kind} and r.target = ${target} and r.id <> ${id}
    order by r.created_at desc, r.id desc limit ${sql.lit(MAX_OTHERS)}`.execute(db);
  return rows;
}

export type LockedReport = Pick<ReportSummary, "id" | "kind" | "target" | "title" | "state" | "name"> & {
  email: string | null;
  language: Language;
};

/** Locks a report, so that of two decisions the second sees the first. */
export async function lockReport(tx: Executor, id: number): Promise<LockedReport | undefined> {
  const { rows } = await sql<LockedReport>`
    select id, kind, target, title, state, name, email, language from report where id = ${id} for update`.execute(
    tx,
  );
  return rows[0];
}

export async function markReportDecided(
  tx: Executor,
  id: number,
  decision: {
    state: ReportState;
    comment: string | null;
    restrictionId: number | null;
    by: string;
    now: Date;
  },
): Promise<void> {
  const { state, comment, restrictionId, by, now } = decision;
  await sql`
    update report set state = ${state}, comment = ${comment}, restriction_id = ${restrictionId}, decided_by = ${by},
      decided_at = ${now}
    where id = ${id}`.execute(tx);
}

/**
 * Deletes restrictions that ended before `before`, with their counter-notices. Removes the reporters of reports decided before then, and deletes
 * reports without a restriction, and those sent before `sentBefore` that nobody decided.
 */
export async function expireReports(
  db: Executor,
  { before, sentBefore }: { before: Date; sentBefore: Date },
): Promise<void> {
  await sql`delete from restriction where ended_at < ${before}`.execute(db);
  await sql`
    delete from report where decided_at < ${before} and restriction_id is null`.execute(db);
  await sql`delete from report where state = 'OPEN' and created_at < ${sentBefore}`.execute(db);
  await sql`
    update report set name = null, email = null, address = null, signature = null, account_id = null
    where decided_at < ${before} and (name is not null or email is not null or address is not null or signature is not null or account_id is not null)`.execute(
    db,
  );
}

/** Lists the reporters of a copyright infringement that led to a restriction. */
export async function listNoticeSenders(
  db: Executor,
  restrictionId: number,
): Promise<Pick<LockedReport, "id" | "title" | "name" | "email" | "language">[]> {
  const { rows } = await sql<LockedReport>`
    select id, title, name, email, language from report
    where restriction_id = ${restrictionId} and problem = 'copyright' and email is not null order by id`.execute(
    db,
  );
  return rows;
}
