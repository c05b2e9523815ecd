import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Executor, sql } from "../../platform/database/database.ts";
import { largeTestDatabase, type TestDatabase } from "../../testing/database/database.ts";
import { explainQueries } from "../../testing/database/query-plans.ts";
import { notifyNextFollowers } from "./announcements/announcements.data.ts";
import { followersExport } from "./data-export.data.ts";
import { countFollowers, listFollows, listSharedAddresses, readFollow } from "./follows/follows.data.ts";
import { hasWaitingMails, insertWeeklyMails, listReleases, takeMails } from "./mails/follower-mails.data.ts";
import { countUnread, listNotifications } from "./notifications/notifications.data.ts";

const account = "00000000-0000-7000-8000-000000000001";
const now = new Date("2026-06-01T00:00:00Z");
const newest: ListQuery = { limit: 20, offset: 0, sortKey: "created_at", sortDir: "DESC", filters: [] };
let database: TestDatabase;
let artist: number;
let announcement: number;

/** 10,000 songs of 200 artists, all announced; 100 accounts that follow them all, with 100 notifications and mails each. */
beforeAll(async () => {
  database = await largeTestDatabase();
  const { db } = database.context;
  await sql`
    insert into account (id, email, name, verified_at)
    select case n when 0 then ${account}::uuid else gen_random_uuid() end, 'crowd-' || n || '@wrapsody.example', 'Crowd', now()
    from generate_series(0, 99) n`.execute(db);
  await sql`
    insert into artist_follow (artist_id, account_id, created_at, shares_address_since)
    select r.id, a.id, '2020-01-01', case when r.id % 20 = 0 then now() end from artist r cross join account a`.execute(
    db,
  );
  await sql`
    insert into announcement (kind, artist_id, song_id, created_at, finished_at)
    select 'WRAP', artist_id, id, timestamptz '2026-01-01' + id * interval '20 minutes', now() from song`.execute(
    db,
  );
  await sql`
    insert into notification (account_id, kind, event, announcement_id, created_at, read_at)
    select a.id, 'WRAP', 'announcement ' || e.id, e.id, e.created_at, case when e.id % 2 = 0 then now() end
    from account a cross join (select id, created_at from announcement order by id limit 100) e`.execute(db);
  await sql`
    insert into follower_mail (account_id, announcement_id, created_at, queued_at)
    select a.id, e.id, e.created_at, now()
    from account a cross join (select id, created_at from announcement order by id limit 100) e`.execute(db);
  await sql`insert into follower_mail_choice (account_id, choice, chosen_at) select id, 'WEEKLY', now() from account`.execute(
    db,
  );
  for (const table of [
    "artist_follow",
    "announcement",
    "notification",
    "follower_mail",
    "follower_mail_choice",
    "account",
  ])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  const { rows } = await sql<{ id: number; artist_id: number }>`
    select id, artist_id from announcement order by id desc limit 1`.execute(db);
  artist = rows[0]?.artist_id ?? 0;
  announcement = rows[0]?.id ?? 0;
});
afterAll(() => database.close());

/** Tables that grow with the site. */
const large = ["artist_follow", "announcement", "notification", "follower_mail", "song"];

const week = { from: new Date("2026-01-05"), until: new Date("2026-01-12") };
const operations: Record<string, (db: Executor) => Promise<unknown>> = {
  "whether one follows": (db) => readFollow(db, { accountId: account, artistId: artist }),
  "one's follows": (db) => listFollows(db, account, newest),
  "the number of followers": (db) => countFollowers(db, artist),
  "a page of shared addresses": (db) => listSharedAddresses(db, artist, { limit: 100, after: account }),
  "one's notifications": (db) => listNotifications(db, account, newest),
  "the number of unread notifications": (db) => countUnread(db, account),
  "the next followers of an announcement": (db) =>
    notifyNextFollowers(db, { id: announcement, limit: 100, now }),
  "the mails that wait": (db) => takeMails(db, 10, now),
  "whether mails wait": hasWaitingMails,
  "the releases of a week": (db) => listReleases(db, { accountId: account, ...week, limit: 20 }),
  "the weekly mails of some accounts": (db) =>
    insertWeeklyMails(db, { ...week, after: undefined, limit: 10, now }),
  "the export of notifications": async (db) => {
    for await (const _ of followersExport.notifications(db, account).read());
  },
  "the export of mails": async (db) => {
    for await (const _ of followersExport.follower_mails(db, account).read());
  },
};

it.each(Object.entries(operations))("reads %s by indexes", async (_, operation) => {
  const { scanned } = await explainQueries(database.url, operation);
  expect(scanned.filter((table) => large.includes(table))).toEqual([]);
});
