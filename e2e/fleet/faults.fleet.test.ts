import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, test } from "vitest";
import { sql } from "../../server/src/platform/database/database.ts";
import { simulatedCheckouts } from "../../server/src/testing/payments/simulated-payments.ts";
import { readCollection } from "../harness/collection.ts";
import { expect } from "../harness/expect.ts";
import { createExperience, type Experience } from "../harness/experiences.ts";
import { addArtist, createDraft, type Publisher, shortTrackPath, uploadAudio } from "../harness/publisher.ts";
import { backgroundTimeout } from "../harness/visit.ts";
import { callApi, joinSite, listen, takePart } from "./client.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import { type PageAnswer, readPage, startReaders } from "./readers.ts";

/** Covers of the demo catalogue. Nine give 81 different artworks, and five give 25. */
const nineCovers = [
  ...["endpapers", "fernhouse", "glass-mango", "grille", "harmattan", "kiln", "kvadrat-hills"],
  ...["sodium", "umbrella-season"],
];
const fiveCovers = nineCovers.slice(0, 5);
const PRICE_CENTS = 1_200;
const REWARD_POINTS = 10;
const FANS_PER_FAULT = 2;
const WALLETS_PER_BATCH = 6;

/** How long each part stays away. */
const DOWNTIME_MS = 1_500;
/**
 * Pages are kept for 60 seconds after they became stale. While they are read before a fault they have been rendered within 20 seconds, so
 * they are kept for this long at least.
 */
const KEPT_MS = 30_000;

/** Characters of each process's output that a failure prints. */
const MAX_PRINTED = 8_000;

let fleet: Fleet;
let publisher: Publisher;
let free: Experience;
let paid: Experience;
let song: number;
let paths: string[];
let joined = 0;
let minted = 0;
let batches = 0;
const wallets: string[] = [];
/** The traffic in the background, and its first error. */
const work: Promise<void>[] = [];
const failures: unknown[] = [];

beforeAll(async () => {
  fleet = await startFleet();
  const { url, db } = fleet;
  publisher = await addArtist(url, await joinSite(fleet), "Inês Corvacho");
  const draft = await createDraft(url, publisher, { name: "High Water" });
  await uploadAudio(url, publisher, draft, shortTrackPath);
  song = draft.id;
  const experience = { publisher, reward_points: REWARD_POINTS };
  const first = await createExperience(fleet, { ...experience, pictures: nineCovers });
  free = first.experience;
  ({ experience: paid } = await createExperience(fleet, {
    ...experience,
    name: "Tide Clocks",
    pictures: fiveCovers,
    cost_per_nft: String(PRICE_CENTS / 100),
  }));
  await sql`update song set status = 'ACTIVE' where id = ${song}`.execute(db);
  paths = [
    ...["/", "/wraps", "/experiences", "/terms", `/wrap/${draft.pretty_id}`],
    ...[`/experiences/${free.pretty_id}`, `/experiences/${paid.pretty_id}`],
  ];
});
afterAll(() => fleet?.close());
afterEach(({ task }) => {
  if (task.result?.state !== "fail") return;
  for (const { name, output, exitCodes } of Object.values(fleet.nodes))
    console.error(`${name} (exit codes: ${exitCodes.join() || "none"}):\n${output().slice(-MAX_PRINTED)}`);
});

/** Starts traffic that continues while the next parts are killed. */
function startTraffic(): void {
  const inBackground = (running: Promise<void>) =>
    work.push(running.catch((error: unknown) => void failures.push(error)));
  for (let fan = 0; fan < FANS_PER_FAULT; fan += 1) inBackground(liveAsFan(nextWallet()));
  inBackground(mintBatch(Array.from({ length: WALLETS_PER_BATCH }, nextWallet)));
}

function nextWallet(): string {
  const wallet = `0x${(0xfa_0000 + wallets.length).toString(16).padStart(40, "0")}`;
  wallets.push(wallet);
  return wallet;
}

async function liveAsFan(wallet: string): Promise<void> {
  const { url } = fleet;
  joined += 1;
  const { token } = await joinSite(fleet);
  await takePart(url, free.id, { wallet, token });
  await listen(url, song, token);
  await takePart(url, paid.id, { wallet, token });
}

async function mintBatch(batch: string[]): Promise<void> {
  minted += batch.length;
  batches += 1;
  await callApi(fleet.url, "POST", `drop/${free.id}/mint`, {
    body: { wallets: batch },
    token: publisher.token,
  });
}

/** Reads every page at every api process, so that each keeps all of them. */
async function warmPages(): Promise<void> {
  for (const url of [...fleet.apiUrls, fleet.url])
    for (const path of paths) expect([path, (await readPage(url, path)).status]).toEqual([path, 200]);
}

/**
 * Reads every page at every api process until each keeps all of them: two readings with the same ETag are either from the cache, or one
 * that replaced an equal page which was rendered within 20 seconds.
 */
async function waitUntilKept(): Promise<void> {
  for (const url of fleet.apiUrls)
    for (const path of paths)
      await expect
        .poll(async () => {
          const [first, second] = [await readPage(url, path), await readPage(url, path)];
          return isServed(first) && isServed(second) && first.etag === second.etag;
        })
        .toBe(true);
}

type Fault = {
  kill(): Promise<unknown>;
  restart(): Promise<unknown>;
  /** Checks what the site does meanwhile. */
  whileAway?(): Promise<void>;
};

type Observation = {
  /** When the pages began to be read before the fault. */
  warmedAt: number;
  /** When the part was gone. */
  goneAt: number;
  answers: PageAnswer[];
};

/** Kills a part under traffic, restarts it, and returns what readers saw, from the kill until the site has recovered. */
async function observeFault({ kill, restart, whileAway }: Fault): Promise<Observation> {
  const warmedAt = performance.now();
  await warmPages();
  const readers = startReaders(fleet.url, paths);
  startTraffic();
  await sleep(1_000);
  const killedAt = performance.now();
  await kill();
  const goneAt = performance.now();
  const answersSinceKill = () => readers.answers.filter(({ endedAt }) => endedAt >= killedAt);
  try {
    await whileAway?.();
    await sleep(DOWNTIME_MS);
    await expect.poll(() => answersSinceKill().length).toBeGreaterThan(10);
  } finally {
    // Also after a failure, which would otherwise fail the following tests too.
    await restart();
    await waitUntilReady();
    await readers.stop();
  }
  return { warmedAt, goneAt, answers: answersSinceKill() };
}

async function waitUntilReady(): Promise<void> {
  for (const url of fleet.apiUrls)
    await expect
      .poll(() => readPage(url, "/readyz").then(({ status }) => status), backgroundTimeout)
      .toBe(200);
}

const isServed = ({ status }: PageAnswer) => status === 200;
const isRefused = ({ status, retryAfter }: PageAnswer) => status === 503 && retryAfter === "5";

/** Waits until the site says that its database is away. A server that hangs is noticed after at most 12 seconds. */
async function waitForRefusal(): Promise<void> {
  const logIn = async () => {
    const response = await fetch(`${fleet.url}/api/v1/auth`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: publisher.email, password: publisher.password }),
    });
    const { code } = (await response.json()) as { code?: string };
    return [response.status, code, response.headers.get("retry-after")];
  };
  await expect.poll(logIn, backgroundTimeout).toEqual([503, "E0052", "5"]);
}

/** A path that no process keeps. */
const otherPath = () => `/experiences?reading=${randomUUID()}`;

describe("a fleet under traffic", () => {
  test.each(["firstWorker", "secondWorker"] as const)("serves all pages while %s is killed", async (name) => {
    const worker = fleet.nodes[name];
    const { answers } = await observeFault({ kill: worker.kill, restart: worker.start });
    expect(answers.filter((answer) => !isServed(answer))).toEqual([]);
  });

  test("serves all pages but requests in flight while an api process is killed", async () => {
    const { kill, start } = fleet.nodes.firstApi;
    const { goneAt, answers } = await observeFault({ kill, restart: start });
    const failed = answers.filter((answer) => !isServed(answer));
    expect(failed.filter(({ startedAt }) => startedAt > goneAt)).toEqual([]);
  });

  test("serves all pages while the replica is killed", async () => {
    const { kill, start } = fleet.replica;
    const { answers } = await observeFault({ kill, restart: start });
    expect(answers.filter((answer) => !isServed(answer))).toEqual([]);
  });

  test("serves all pages while the chain is killed", async () => {
    const { answers } = await observeFault({ kill: fleet.killChain, restart: async () => undefined });
    expect(answers.filter((answer) => !isServed(answer))).toEqual([]);
  });

  test("serves all pages while PgBouncer is killed", async () => {
    const { kill, restart } = fleet.pooler;
    const { answers } = await observeFault({ kill, restart });
    expect(answers.filter((answer) => !isServed(answer))).toEqual([]);
  });

  test("serves kept pages while the database and its replica are killed, and answers 503 to everything else", async () => {
    const { primary, replica } = fleet;
    await waitUntilKept();
    const { warmedAt, answers } = await observeFault({
      kill: () => Promise.all([primary.kill(), replica.kill()]),
      async restart() {
        await primary.start();
        await replica.start();
      },
      async whileAway() {
        await waitForRefusal();
        const others = [await readPage(fleet.url, otherPath()), await readPage(fleet.url, otherPath())];
        expect(others.filter((answer) => !isRefused(answer))).toEqual([]);
      },
    });
    expectKept(answers, warmedAt);
  });

  test("serves pages while the database hangs, and answers 503 to calls that need it", async () => {
    const { freeze, resume } = fleet.primary;
    await waitUntilKept();
    const { warmedAt, answers } = await observeFault({
      kill: freeze,
      restart: resume,
      async whileAway() {
        await waitForRefusal();
        // From the replica, if that is known to be up to date.
        const other = await readPage(fleet.url, otherPath());
        expect(isServed(other) || isRefused(other) ? undefined : other).toBeUndefined();
      },
    });
    expectKept(answers, warmedAt);
  });

  test("finishes all work, and doubles nothing", async () => {
    await Promise.all(work);
    expect(failures).toEqual([]);
    // Instead of waiting for the next minute.
    await query(sql`select graphile_worker.add_job('fold-plays')`);
    await expect
      .poll(countOpenWork, { intervals: [500], ...backgroundTimeout })
      .toEqual({ jobs: 0, unminted: 0 });

    const participants = await query<{ campaign: number; wallet: string; id: number }>(sql`
      select campaign_id::int as campaign, lower(owner_wallet_address) as wallet, id::int from participant order by id`);
    expect(participants.filter(({ campaign }) => campaign === free.id)).toHaveLength(joined + minted);
    expect(participants.filter(({ campaign }) => campaign === paid.id)).toHaveLength(joined);
    for (const campaign of [free, paid])
      await expectTokens(
        campaign,
        participants.filter((one) => one.campaign === campaign.id),
      );

    expect(
      await query(sql`
      select state, count(*)::int, sum(amount_cents)::int as cents from payment group by 1`),
    ).toEqual([{ state: "PAID", count: joined, cents: joined * PRICE_CENTS }]);
    expect(await query(sql`select status, count(*)::int from ${simulatedCheckouts} as c group by 1`)).toEqual(
      [{ status: "PAID", count: joined }],
    );

    expect(
      await query(
        sql`select kind, count(*)::int, sum(points)::int as points from point_entry group by 1 order by 1`,
      ),
    ).toEqual([
      { kind: "LISTEN", count: joined, points: joined },
      { kind: "PARTICIPATION", count: 2 * joined, points: 2 * joined * REWARD_POINTS },
    ]);
    expect(await query(sql`select sum(points)::int as points from point_balance`)).toEqual([
      { points: joined * (1 + 2 * REWARD_POINTS) },
    ]);
    await expect
      .poll(() => query(sql`select plays::int from song where id = ${song}`), backgroundTimeout)
      .toEqual([{ plays: joined }]);
    expectMailsOnce();
  });
});

function expectKept(answers: readonly PageAnswer[], warmedAt: number): void {
  const failed = answers.filter((answer) => !isServed(answer));
  expect(failed.filter((answer) => answer.endedAt < warmedAt + KEPT_MS || !isRefused(answer))).toEqual([]);
}

async function query<Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await statement.execute(fleet.db)).rows;
}

/** Does not count jobs whose last attempt met a fault: their work is scheduled again, and checked by its results. */
async function countOpenWork(): Promise<{ jobs: number; unminted: number }> {
  const [counts] = await query<{ jobs: number; unminted: number }>(sql`
    select (select count(*)::int from graphile_worker.jobs where run_at <= now() and attempts < max_attempts) as jobs,
      (select count(*)::int from participant where state <> 'MINTED') as unminted`);
  return counts ?? { jobs: -1, unminted: -1 };
}

async function expectTokens(
  { id }: Experience,
  participants: readonly { id: number; wallet: string }[],
): Promise<void> {
  const [campaign] = await query<{ contract: string }>(
    sql`select contract_address as contract from campaign where id = ${id}`,
  );
  const collection = readCollection(fleet.url, campaign?.contract ?? "");
  expect(await collection.supply()).toBe(participants.length);
  expect(await collection.ownersOf(participants.map((one) => one.id))).toEqual(
    participants.map(({ wallet }) => wallet),
  );
}

/**
 * Counts mails by Message-ID: one that a dying worker had just sent is sent again under the same Message-ID, which mailboxes show once.
 */
function expectMailsOnce(): void {
  const mails = new Map<string, string>();
  for (const { to, mail } of fleet.mails.all())
    mails.set(mail.messageId ?? "", `${to.join()} ${mail.subject}\n${mail.text}`);
  const ofLists = [...mails.values()].filter((mail) =>
    mail.startsWith(`${publisher.email} Your artworks are minted`),
  );
  expect(ofLists).toHaveLength(batches);
  const others = [...mails.values()].filter((mail) => !ofLists.includes(mail));
  expect(others.filter((mail, at) => others.indexOf(mail) !== at)).toEqual([]);
  // Each fan and the publisher confirmed an address, and each fan got a spot in two experiences.
  expect(others.filter((mail) => /^\S+ Confirm your address\n/.test(mail))).toHaveLength(joined + 1);
  expect(others.filter((mail) => /^\S+ Your spot is confirmed\n/.test(mail))).toHaveLength(2 * joined);
}
