import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BACKGROUND_TIMEOUT_MS } from "../../../../../checks/test-limits.ts";
import { sql } from "../../../platform/database/database.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database/database.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { createRandom, readSeed, scaleRuns } from "../../../testing/fuzz/random.ts";
import { type ReceivedMails, receiveMails } from "../../../testing/mail.ts";
import { notifyFollowersJob } from "../announcements/announce.ts";
import { insertSongAnnouncement } from "../announcements/announcements.data.ts";

const KILLS = scaleRuns(8);
const FANS = 120;
/** Of each run, at random: mails that arrive before the worker is killed. */
const MAX_MAILS_BEFORE_KILL = 12;

const modules = {
  features: new URL("../../../features.ts", import.meta.url).href,
  context: new URL("../../../testing/chain/chain-context.ts", import.meta.url).href,
  encryption: new URL("../../../platform/security/encryption.ts", import.meta.url).href,
  queue: new URL("../../../platform/jobs/queue.ts", import.meta.url).href,
  smtp: new URL("../../../platform/mail/smtp.ts", import.meta.url).href,
  worker: new URL("../../../platform/jobs/worker.ts", import.meta.url).href,
};
const secret = randomBytes(32).toString("base64");

let database: TestDatabase;
let mails: ReceivedMails;
/** Message-IDs by recipient, as soon as the server has read a mail, whether or not it could say so. */
const received = new Map<string, string[]>();
/** Called with each mail before its arrival is confirmed. */
let onMail: () => void = () => undefined;

beforeAll(async () => {
  database = await testDatabase();
  mails = await receiveMails({
    onData(stream, { envelope }, confirm) {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then(({ messageId = "" }) => {
          for (const { address } of envelope.rcptTo)
            received.set(address, [...(received.get(address) ?? []), messageId]);
          onMail();
          confirm();
        }, confirm);
    },
  });
});
afterAll(async () => {
  await mails.close();
  await database.close();
});

/** Starts a worker as a process. Jobs of the one before, which was killed, are released at once. */
function startChild(): ChildProcess {
  const place = { url: database.url, folder: database.context.config.dataDir, evm: { networks: new Map() } };
  const program = `
    import { allJobs } from ${JSON.stringify(modules.features)};
    import { openChainContext } from ${JSON.stringify(modules.context)};
    import { createEncryption } from ${JSON.stringify(modules.encryption)};
    import { unlockOrphanedJobs } from ${JSON.stringify(modules.queue)};
    import { openSmtp } from ${JSON.stringify(modules.smtp)};
    import { startWorker } from ${JSON.stringify(modules.worker)};
    const { context, pool } = await openChainContext({ ...${JSON.stringify(place)}, evm: { networks: new Map() } });
    context.config.mail.followerMailsPerSecond = 40;
    const encryption = createEncryption(Buffer.from(${JSON.stringify(secret)}, "base64"));
    const { mail } = openSmtp({ url: ${JSON.stringify(mails.url)}, production: false, log: context.log });
    await unlockOrphanedJobs(context.db);
    const names = ["notify-followers", "send-follower-mails", "send-letter"];
    await startWorker({ ...context, encryption, mail }, pool, allJobs.filter(({ name }) => names.includes(name)));`;
  return spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", program], {
    stdio: "inherit",
  });
}

async function count(what: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(what)}`.execute(
    database.context.db,
  );
  return rows[0]?.count ?? 0;
}

it(`${KILLS} killed workers send one Message-ID to each follower of a release, and miss nobody`, async () => {
  const { db, queue } = database.context;
  const random = createRandom(readSeed());
  const songId = await addSong(db);
  await sql`
    with person as (insert into account (email, name, verified_at)
      select 'fan-' || n || '@wrapsody.example', 'Fan', now() from generate_series(1, ${FANS}::int) n returning id),
    choice as (insert into follower_mail_choice (account_id, choice, chosen_at) select id, 'EVERY', now() from person)
    insert into artist_follow (artist_id, account_id, created_at)
    select s.artist_id, p.id, '2020-01-01' from person p cross join song s where s.id = ${songId}`.execute(
    db,
  );
  await db.transaction().execute(async (tx) => {
    const announcementId = await insertSongAnnouncement(tx, { songId, now: new Date() });
    if (announcementId === undefined) throw new Error("nothing was announced");
    await queue.enqueue(tx, notifyFollowersJob, { announcementId });
  });
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = startChild();
    let left = 1 + random.integer(MAX_MAILS_BEFORE_KILL);
    // Before the server confirms the mail, so that its job runs again.
    onMail = () => {
      left -= 1;
      if (left <= 0) child.kill("SIGKILL");
    };
    const [, signal] = await once(child, "exit");
    expect(signal).toBe("SIGKILL");
  }
  onMail = () => undefined;
  const last = startChild();
  try {
    await expect.poll(() => received.size, { timeout: BACKGROUND_TIMEOUT_MS }).toBe(FANS);
    await expect
      .poll(() => count("follower_mail where queued_at is null"), { timeout: BACKGROUND_TIMEOUT_MS })
      .toBe(0);
    await expect
      .poll(() => count("graphile_worker._private_jobs where locked_at is not null or priority = 10"), {
        timeout: BACKGROUND_TIMEOUT_MS,
      })
      .toBe(0);
  } finally {
    last.kill("SIGKILL");
    await once(last, "exit");
  }
  const several = [...received].filter(([, ids]) => new Set(ids).size !== 1);
  expect(several).toEqual([]);
  expect(await count("follower_mail")).toBe(FANS);
  expect(await count("notification")).toBe(FANS);
  // The kills did interrupt deliveries: some mails came twice, with the same Message-ID.
  expect([...received.values()].some((ids) => ids.length > 1)).toBe(true);
});
