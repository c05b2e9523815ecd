import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { explainQueries } from "../../../testing/database/query-plans.ts";
import {
  listInvitations,
  listMembers,
  listMemberships,
  listOwnInvitations,
  readActing,
} from "./members.data.ts";

const COUNT = 4_000;
const idOf = (number: number) => `00000000-0000-0000-0000-${String(number).padStart(12, "0")}`;
let database: TestDatabase;

/** 4,000 accounts, each of which works for five others and invited one person. */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database.context;
  const id = (number: string) => sql`lpad((${sql.raw(number)})::text, 32, '0')::uuid`;
  await sql`
    insert into account (id, email, name) select ${id("n")}, n || '@label.example', 'Label ' || n from generate_series(1, ${COUNT}::int) n`.execute(
    db,
  );
  await sql`
    insert into account_member (account_id, member_id, role, invited_at, accepted_at)
    select ${id(`1 + (n + d) % ${COUNT}`)}, ${id("n")}, 'EDITOR', now(), now()
    from generate_series(1, ${COUNT}::int) n, generate_series(1, 5) d`.execute(db);
  await sql`
    insert into member_invitation (account_id, email, role, language, code_hash, invited_by, created_at, expires_at)
    select ${id("n")}, n || '@guest.example', 'READER', 'en', int4send(n), ${id("n")}, now(), now()
    from generate_series(1, ${COUNT}::int) n`.execute(db);
  for (const table of ["account", "account_member", "member_invitation"])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
});
afterAll(() => database.close());

const accountId = idOf(77);
it.each<[string, (db: TestDatabase["context"]["db"]) => Promise<unknown>]>([
  ["the members of an account", (db) => listMembers(db, accountId)],
  ["the accounts that a person works for", (db) => listMemberships(db, accountId)],
  ["the role of a member", (db) => readActing(db, { accountId, memberId: idOf(76) })],
  ["the open invitations of an account", (db) => listInvitations(db, accountId)],
  ["the invitations of a data export", (db) => listOwnInvitations(db, accountId)],
])("Among 20,000 members, %s are read by indexes.", async (_, operation) => {
  const plans = await explainQueries(database.url, operation);
  const tables = ["account", "account_member", "member_invitation"];
  expect(plans.scanned.filter((table) => tables.includes(table))).toEqual([]);
  expect(plans.blocks).toBeLessThan(100);
});
