import { planEntitlements } from "@wrapsody/shared/payments/plan-entitlements.ts";
import { pointRules } from "@wrapsody/shared/rewards/point-rules.ts";
import { type Executor, sql } from "../server/src/platform/database/database.ts";
import type { DemoAudience, DemoListen } from "./seed-listening.ts";

/** Inserts the plays of an account; the songs' counters include them already. */
export async function insertListens(
  tx: Executor,
  accountId: string,
  listens: readonly DemoListen[],
): Promise<void> {
  await sql`
    insert into play (id, song_id, listener, account_id, started_at, counted_at, heard)
    select uuidv7(l.started_at - clock_timestamp()), s.id, substring(sha256(convert_to('account ' || ${accountId}::text, 'utf8')) for 16),
      ${accountId}::uuid, l.started_at, l.started_at + make_interval(secs => 30), least(l.heard, s.duration)
    from unnest(
      ${listens.map(({ slug }) => slug)}::text[],
      ${listens.map(({ startedAt }) => startedAt)}::timestamptz[],
      ${listens.map(({ heard }) => heard)}::real[]
    ) l(slug, started_at, heard)
    join song s on s.pretty_id = l.slug`.execute(tx);
}

/**
 * Inserts plays of anonymous listeners, a few frequent and most rare; the songs' counters include them
 * already.
 */
export async function insertAudience(
  tx: Executor,
  audience: readonly DemoAudience[],
  now: Date,
): Promise<void> {
  await sql`
    insert into play (id, song_id, listener, started_at, counted_at, heard)
    select uuidv7(played.at - clock_timestamp()), played.song_id, played.listener, played.at,
      played.at + interval '30 seconds', least(120, played.duration)
    from (
      select s.id as song_id, s.duration,
        substring(sha256(int4send((900 * power((hashtextextended(a.slug || a.day || n, 1) & 1048575) / 1048576.0, 2))::int)) for 16) as listener,
        a.day + make_interval(secs => (hashtextextended(a.slug || a.day || n, 2) & 1048575) * 86400 / 1048576.0) as at
      from unnest(
        ${audience.map(({ slug }) => slug)}::text[],
        ${audience.map(({ day }) => `${day}T00:00:00Z`)}::timestamptz[],
        ${audience.map(({ plays }) => plays)}::int[]
      ) a(slug, day, plays)
      join song s on s.pretty_id = a.slug, generate_series(1, a.plays) n
    ) played where played.at < ${now}::timestamptz - interval '1 minute'`.execute(tx);
}

/** Listeners with an account, and visitors of a shared link. */
const hasAccount = sql`get_byte(listener, 0) < 90`;
const cameByLink = sql`get_byte(listener, 1) < 20`;

/** Aggregates the plays by song and day. Earlier plays of a song have no day. */
export async function insertSongDays(tx: Executor): Promise<void> {
  await sql`
    with inserted as (
      insert into song_day (song_id, day, plays, listeners, points, shares)
      select song_id, (counted_at at time zone 'UTC')::date, count(*), count(distinct listener),
        count(distinct listener) filter (where ${hasAccount}), count(distinct listener) filter (where ${cameByLink})
      from play where counted_at is not null group by 1, 2 returning song_id, plays, points
    )
    update song s set points = known.points + (s.plays - known.plays) / 4
    from (select song_id, sum(plays) as plays, sum(points) as points from inserted group by song_id) known
    where s.id = known.song_id`.execute(tx);
}

/**
 * Inserts the points that an account earned: by listening once in each interval, by sharing, and by participating.
 */
export async function insertPoints(
  tx: Executor,
  accountId: string,
  passedOn: Readonly<Record<string, number>>,
): Promise<void> {
  await sql`
    insert into point_entry (account_id, song_id, key, kind, points, created_at)
    select p.account_id, p.song_id, 'listen ' || p.id, 'LISTEN', ${pointRules.listen.points}::int, p.counted_at from play p
    where p.account_id = ${accountId} and not exists (
      select from play q where q.account_id = p.account_id and q.song_id = p.song_id
        and q.counted_at < p.counted_at and q.counted_at > p.counted_at - make_interval(secs => ${planEntitlements.FREE.listenIntervalSeconds}))
    union all
    select ${accountId}, came.song_id, 'share ' || encode(came.listener, 'hex'), 'SHARE', ${pointRules.share.points}::int, came.at
    from (
      select p.song_id, p.listener, min(p.counted_at) as at, passed.times,
        row_number() over (partition by p.song_id order by min(p.counted_at) desc) as place
      from unnest(${Object.keys(passedOn)}::text[], ${Object.values(passedOn)}::int[]) passed(slug, times)
      join song s on s.pretty_id = passed.slug join play p on p.song_id = s.id
      where ${cameByLink} and p.account_id is null group by p.song_id, p.listener, passed.times
    ) came where came.place <= came.times
    union all
    select p.account_id, c.song_id, 'participant ' || p.id, 'PARTICIPATION', c.reward_points, p.minted_at
    from participant p join campaign c on c.id = p.campaign_id
    where p.account_id = ${accountId} and c.reward_points > 0`.execute(tx);
}
