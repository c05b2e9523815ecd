import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Executor, sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import type { Entry } from "./ledger.data.ts";
import { addEntry, putEntryOnHold, type RateLimit, reverseEntry } from "./ledger.ts";

let database: TestDatabase;
let db: TestDatabase["context"]["db"];

beforeAll(async () => {
  database = await testDatabase();
  db = database.context.db;
});
afterAll(() => database.close());

async function newAccount(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into account (email, name) values (gen_random_uuid() || '@wrapsody.example', 'Ottilie Brandt')
    returning id`.execute(db);
  return rows[0]?.id ?? "";
}

const newHolder = async () => ({ accountId: await newAccount(), songId: await addSong(db) });

const now = new Date("2026-11-21T23:30:00Z");
const entry = { key: "listen 1", kind: "LISTEN", points: 1, now } satisfies Partial<Entry>;

const addToLedger = (entry: Entry, pace?: RateLimit) =>
  db.transaction().execute((tx) => addEntry(tx, entry, pace));

async function balanceOf({ accountId, songId }: { accountId: string; songId: number }) {
  const { rows } = await sql<{ balance: number; entries: number; count: number }>`
    select coalesce((select points from point_balance where account_id = ${accountId} and song_id = ${songId}), 0) as balance,
      coalesce(sum(points), 0)::int as entries, count(*)::int as count
    from point_entry where account_id = ${accountId} and song_id = ${songId}`.execute(db);
  return rows[0];
}

describe("a ledger entry", () => {
  it("is added once for its key, however often it is requested", { retry: 0 }, async () => {
    const holder = await newHolder();
    expect(await addToLedger({ ...holder, ...entry })).toEqual({ status: "added", balance: 1 });
    expect(await addToLedger({ ...holder, ...entry })).toEqual({ status: "duplicate" });
    expect(await addToLedger({ ...holder, ...entry, points: 7 })).toEqual({ status: "duplicate" });
    expect(await balanceOf(holder)).toEqual({ balance: 1, entries: 1, count: 1 });
  });

  it("is added once by fifty concurrent requests", { retry: 0 }, async () => {
    const holder = await newHolder();
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => addToLedger({ ...holder, ...entry })),
    );
    expect(outcomes.filter(({ status }) => status === "added")).toHaveLength(1);
    expect(outcomes.filter(({ status }) => status === "duplicate")).toHaveLength(49);
    expect(await balanceOf(holder)).toEqual({ balance: 1, entries: 1, count: 1 });
  });

  it("appears neither in the ledger nor in the balance if its transaction fails", async () => {
    const holder = await newHolder();
    const failing = db.transaction().execute(async (tx) => {
      await addEntry(tx, { ...holder, ...entry });
      throw new Error("the lights went out");
    });
    await expect(failing).rejects.toThrow("the lights went out");
    expect(await balanceOf(holder)).toEqual({ balance: 0, entries: 0, count: 0 });
  });

  it("never overdraws the balance, even if all spend concurrently", { retry: 0 }, async () => {
    const holder = await newHolder();
    await addToLedger({ ...holder, ...entry, points: 5 });
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        addToLedger({ ...holder, key: `claim ${n}`, kind: "CLAIM", points: -2, now }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "added")).toHaveLength(2);
    expect(outcomes.filter(({ status }) => status === "insufficient")).toHaveLength(8);
    expect(await balanceOf(holder)).toEqual({ balance: 1, entries: 1, count: 3 });
  });

  it("is reversed once, by an entry of its own, as far as its points are unspent", { retry: 0 }, async () => {
    const holder = await newHolder();
    await addToLedger({ ...holder, ...entry, points: 5 });
    await addToLedger({ ...holder, key: "claim 1", kind: "CLAIM", points: -3, now });
    const undo = (key: string) => db.transaction().execute((tx) => reverseEntry(tx, { ...holder, key, now }));
    expect(await undo("listen 1")).toEqual({ status: "added", balance: 0 });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => undo("claim 1")));
    expect(outcomes.filter((outcome) => outcome?.status === "added")).toEqual([
      { status: "added", balance: 3 },
    ]);
    expect(await undo("listen 1")).toEqual({ status: "duplicate" });
    expect(await undo("listen 2")).toBeUndefined();
    expect(await undo("reversal listen 1")).toBeUndefined();
    expect(await balanceOf(holder)).toEqual({ balance: 3, entries: 3, count: 4 });
  });

  it("whose points are all spent is reversed by a zero entry, and later earnings stay", async () => {
    const holder = await newHolder();
    await addToLedger({ ...holder, ...entry, points: 5 });
    await addToLedger({ ...holder, key: "claim 1", kind: "CLAIM", points: -5, now });
    const undo = () =>
      db.transaction().execute((tx) => reverseEntry(tx, { ...holder, key: "listen 1", now }));
    expect(await undo()).toEqual({ status: "added", balance: 0 });
    await addToLedger({ ...holder, key: "listen 2", kind: "LISTEN", points: 1, now });
    expect(await undo()).toEqual({ status: "duplicate" });
    expect(await balanceOf(holder)).toEqual({ balance: 1, entries: 1, count: 4 });
  });

  it("on hold is known whatever was decided about it, and uses no further daily slot", async () => {
    const holder = await newHolder();
    const share = { ...holder, key: "share 1", kind: "SHARE", points: 1, now } as const;
    const putOnHold = (pace: RateLimit = { maxEntriesPerDay: 5 }) =>
      db.transaction().execute((tx) => putEntryOnHold(tx, share, { ...pace, reason: "SHARER" }));
    expect(await putOnHold()).toEqual({ status: "on_hold" });
    expect(await putOnHold()).toEqual({ status: "duplicate" });
    for (const state of ["PENDING", "REFUSED", "RELEASED"]) {
      await sql`update point_hold set state = ${state} where account_id = ${holder.accountId}`.execute(db);
      expect(await addToLedger(share, { maxEntriesPerDay: 5 })).toEqual({ status: "duplicate" });
      const otherwise = { ...share, key: "share 2" };
      expect(await addToLedger(otherwise, { maxEntriesPerDay: 5, aliasKeys: ["share 1"] })).toEqual({
        status: "duplicate",
      });
    }
    const { rows } = await sql`
      select entries from point_day where account_id = ${holder.accountId}`.execute(db);
    expect(rows).toEqual([{ entries: 1 }]);
    expect(await balanceOf(holder)).toEqual({ balance: 0, entries: 0, count: 0 });
  });

  it("uses one of the daily slots, which are never exceeded, until the next day (UTC)", {
    retry: 0,
  }, async () => {
    const accountId = await newAccount();
    const songs = await Promise.all(Array.from({ length: 12 }, () => addSong(db)));
    const outcomes = await Promise.all(
      songs.map((songId) => addToLedger({ accountId, songId, ...entry }, { maxEntriesPerDay: 5 })),
    );
    expect(outcomes.filter(({ status }) => status === "added")).toHaveLength(5);
    expect(outcomes.filter(({ status }) => status === "daily_limit")).toHaveLength(7);
    const addedSong = songs[outcomes.findIndex(({ status }) => status === "added")] ?? 0;
    expect(await addToLedger({ accountId, songId: addedSong, ...entry }, { maxEntriesPerDay: 5 })).toEqual({
      status: "duplicate",
    });
    const late = { ...entry, accountId, songId: await addSong(db) };
    expect(
      await addToLedger({ ...late, now: new Date("2026-11-21T23:59:59.999Z") }, { maxEntriesPerDay: 5 }),
    ).toEqual({
      status: "daily_limit",
    });
    expect(
      await addToLedger({ ...late, now: new Date("2026-11-22T00:00:00Z") }, { maxEntriesPerDay: 5 }),
    ).toMatchObject({
      status: "added",
    });
    const { rows } = await sql`
      select day, kind, entries from point_day where account_id = ${accountId} order by day`.execute(db);
    expect(rows).toEqual([
      { day: "2026-11-21", kind: "LISTEN", entries: 5 },
      { day: "2026-11-22", kind: "LISTEN", entries: 1 },
    ]);
  });

  it("is deleted with its account", async () => {
    const holder = await newHolder();
    await addToLedger({ ...holder, ...entry }, { maxEntriesPerDay: 5 });
    await sql`delete from account where id = ${holder.accountId}`.execute(db);
    const { rows } = await sql`
      select from point_day where account_id = ${holder.accountId}
      union all select from point_balance where account_id = ${holder.accountId}`.execute(db);
    expect(rows).toEqual([]);
    expect(await balanceOf(holder)).toEqual({ balance: 0, entries: 0, count: 0 });
  });
});

type Step = { account: number; song: number; key: number; points: number; undo: boolean; fails: boolean };

const step: fc.Arbitrary<Step> = fc.record({
  account: fc.integer({ min: 0, max: 2 }),
  song: fc.integer({ min: 0, max: 1 }),
  key: fc.integer({ min: 0, max: 5 }),
  points: fc.integer({ min: -4, max: 6 }).filter((points) => points !== 0),
  undo: fc.boolean(),
  fails: fc.boolean(),
});

describe("the ledger under concurrent writes", () => {
  it("has balances that equal the sum of their entries, never below 0, with each key once", {
    retry: 0,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const accounts = await Promise.all([newAccount(), newAccount(), newAccount()]);
        const songs = [await addSong(db), await addSong(db)];
        const writeStep = async (tx: Executor, { account, song, key: n, points, undo }: Step) => {
          const holder = {
            accountId: accounts[account] ?? "",
            songId: songs[song] ?? 0,
            key: `key ${n}`,
            now,
          };
          if (undo) return reverseEntry(tx, holder);
          return addEntry(tx, { ...holder, kind: points > 0 ? "LISTEN" : "CLAIM", points });
        };
        const outcomes = await Promise.all(
          steps.map((each) =>
            db
              .transaction()
              .execute(async (tx) => {
                const outcome = await writeStep(tx, each);
                if (each.fails) throw new Error("undone");
                return outcome?.status;
              })
              .catch((error: Error) => error.message),
          ),
        );
        const { rows } = await sql<{ points: number; sum: number; entries: number }>`
          select b.points, coalesce(sum(e.points), 0)::int as sum, count(e.key) as entries
          from point_balance b left join point_entry e using (account_id, song_id)
          where b.account_id = any(${accounts}::uuid[]) group by b.account_id, b.song_id`.execute(db);
        expect(rows.filter(({ points, sum }) => points !== sum || points < 0)).toEqual([]);
        const added = outcomes.filter((outcome) => outcome === "added").length;
        expect(rows.reduce((all, { entries }) => all + entries, 0)).toBe(added);
      }),
      { numRuns: 25 },
    );
  });

  it("does not deadlock when two accounts keep sharing with each other", { retry: 0 }, async () => {
    const [first = "", second = ""] = (await Promise.all([newAccount(), newAccount()])).sort();
    const songId = await addSong(db);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        db.transaction().execute(async (tx) => {
          const kinds = n % 2 === 0 ? (["LISTEN", "SHARE"] as const) : (["SHARE", "LISTEN"] as const);
          for (const [place, accountId] of [first, second].entries()) {
            const kind = kinds[place] ?? "LISTEN";
            await addEntry(
              tx,
              { accountId, songId, key: `${kind} ${n}`, kind, points: 1, now },
              { maxEntriesPerDay: 100 },
            );
            await sleep(1);
          }
        }),
      ),
    );
    expect(await balanceOf({ accountId: first, songId })).toEqual({ balance: 40, entries: 40, count: 40 });
    expect(await balanceOf({ accountId: second, songId })).toEqual({ balance: 40, entries: 40, count: 40 });
  });
});
