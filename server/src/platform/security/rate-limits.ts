import type { Limit } from "@wrapsody/shared/api/endpoint.ts";
import type { FastifyReply } from "fastify";
import { CompiledQuery } from "kysely";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Context } from "../context.ts";
import { sql } from "../database/database.ts";
import { Failure } from "../failure.ts";
import { clientNetwork, isLoopback } from "../http/ip-addresses.ts";
import { stretchTimeout } from "../timeouts.ts";
import { FixedWindowCounter } from "./fixed-window-counter.ts";

type Rate = { points: number; seconds: number };

/** Counted per node in memory; they protect against floods. */
const localLimits = {
  /** All API requests, by network address. */
  call: { points: 600, seconds: 60 },
  /** Pages of the site. */
  page: { points: 1_200, seconds: 60 },
  /** Images, audio (players request many ranges), scripts. */
  file: { points: 6_000, seconds: 60 },
  /** Plays: many listeners share one address. Abuse checks of plays are separate. */
  play: { points: 300, seconds: 60 },
  /** Wallet proofs for a code or a file: many visitors of a venue share one address. `subject` limits each of them. */
  proof: { points: 300, seconds: 60 },
  /** Requests with API keys, by account. */
  key: { points: 300, seconds: 60 },
} as const satisfies Record<string, Rate>;

/** Counted in PostgreSQL, for all nodes together. */
const sharedLimits = {
  /** All other write requests. */
  write: { points: 120, seconds: 60 },
  /** Guesses at a password, a code, a proof. */
  "sign-in": { points: 20, seconds: 300 },
  /** Attempts on one subject, such as one code with one wallet. */
  subject: { points: 20, seconds: 300 },
  /** Requests that send an email to an address chosen by the caller. */
  mail: { points: 20, seconds: 3_600 },
  /** Uploads and other CPU-heavy requests. */
  upload: { points: 60, seconds: 600 },
  /** Components of experiences: up to two hundred small images are uploaded together, then placed and saved one by one. */
  component: { points: 600, seconds: 600 },
  /** Samples, layers and prints that are rendered during the request. */
  simulation: { points: 60, seconds: 600 },
  /** Reservations, which block a spot for half an hour. */
  order: { points: 20, seconds: 300 },
} as const satisfies Record<string, Rate>;

type LocalLimit = keyof typeof localLimits;
type SharedLimit = keyof typeof sharedLimits;

/** Identified by account, otherwise by network. */
type Caller = {
  address: string;
  accountId: string | undefined;
  /** Combined with the caller for `subject`, so that no caller can lock others out. */
  subject?: string;
};

/** Rate limits per caller. */
export type RateLimits = {
  /** Counts a request by address; false if over the limit. */
  isAllowed(name: LocalLimit, address: string): boolean;
  /** Counts a request by address and sets the rate limit headers. @throws Failure E0010 if over the limit */
  enforce(name: LocalLimit, address: string, reply: FastifyReply): void;
  /** Counts a request by caller. @throws Failure E0010 if over the limit */
  consume(name: Limit | "write" | "key" | "subject", caller: Caller, reply: FastifyReply): Promise<void>;
};

const DATABASE_TIMEOUT_MS = 1_000;
const table = "rate_limit";

/** Disables rate limits. */
export const unlimited: RateLimits = {
  isAllowed: () => true,
  enforce: () => undefined,
  consume: async () => undefined,
};

/** Creates the table of the shared counters if missing and returns the limits. */
export async function openRateLimits(
  context: Context,
  timeoutMs = stretchTimeout(DATABASE_TIMEOUT_MS),
): Promise<RateLimits> {
  if (!context.config.rateLimits) return unlimited;
  await prepareTable(context);
  const own = createLocalCounters();
  const shared = createSharedCounters(context, timeoutMs);
  const admitKey = (name: LocalLimit, key: string, reply: FastifyReply) => {
    if (own.add(name, key) <= localLimits[name].points) return;
    refuseRequest(reply, localLimits[name], own.left(name));
  };
  // Loopback is this machine, or an undeclared local proxy that forwards all clients.
  return {
    isAllowed: (name, address) =>
      isLoopback(address) || own.add(name, clientNetwork(address)) <= localLimits[name].points,
    enforce(name, address, reply) {
      if (!isLoopback(address)) admitKey(name, clientNetwork(address), reply);
    },
    async consume(name, caller, reply) {
      const key = keyOf(caller);
      if (name === "play" || name === "proof" || name === "key") return admitKey(name, key, reply);
      const counted = await shared(name, key);
      if (counted === undefined) return;
      if (counted.refused) refuseRequest(reply, sharedLimits[name], counted.state.msBeforeNext);
      setRateLimitHeaders(
        reply,
        sharedLimits[name],
        counted.state.remainingPoints,
        counted.state.msBeforeNext,
      );
    },
  };
}

function keyOf({ address, accountId, subject }: Caller): string {
  const caller = accountId === undefined ? clientNetwork(address) : `account ${accountId}`;
  return subject === undefined ? caller : `${subject} ${caller}`;
}

function refuseRequest(reply: FastifyReply, rate: Rate, left: number): never {
  setRateLimitHeaders(reply, rate, 0, left);
  throw new Failure("E0010", { retryAfter: secondsOf(left) });
}

function setRateLimitHeaders(reply: FastifyReply, rate: Rate, remaining: number, left: number): void {
  reply.header("ratelimit-limit", rate.points);
  reply.header("ratelimit-remaining", remaining);
  reply.header("ratelimit-reset", secondsOf(left));
}

function secondsOf(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1_000));
}

function createLocalCounters() {
  const countOf = (name: LocalLimit) => new FixedWindowCounter(localLimits[name].seconds * 1_000);
  const counts: Record<LocalLimit, FixedWindowCounter> = {
    call: countOf("call"),
    page: countOf("page"),
    file: countOf("file"),
    play: countOf("play"),
    proof: countOf("proof"),
    key: countOf("key"),
  };
  return {
    add: (name: LocalLimit, key: string) => counts[name].add(key, performance.now()),
    left: (name: LocalLimit) => counts[name].left(performance.now()),
  };
}

type Counted = { refused: boolean; state: RateLimiterRes };

/** Counts in the database. Fails open: returns undefined if the database does not respond. */
function createSharedCounters(
  context: Context,
  timeoutMs: number,
): (name: SharedLimit, key: string) => Promise<Counted | undefined> {
  const limiters: Record<SharedLimit, RateLimiterPostgres> = {
    write: limiterOf("write", context),
    "sign-in": limiterOf("sign-in", context),
    subject: limiterOf("subject", context),
    mail: limiterOf("mail", context),
    upload: limiterOf("upload", context),
    component: limiterOf("component", context),
    simulation: limiterOf("simulation", context),
    order: limiterOf("order", context),
  };
  let quietUntil = 0;
  return async (name, key) => {
    try {
      return { refused: false, state: await withTimeout(limiters[name].consume(key), timeoutMs) };
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return { refused: true, state: refusal };
      if (performance.now() < quietUntil) return undefined;
      quietUntil = performance.now() + 10_000;
      context.log.warn({ err: refusal }, "rate limiter unavailable; failing open");
      return undefined;
    }
  };
}

function limiterOf(name: SharedLimit, { db }: Context): RateLimiterPostgres {
  const { points, seconds } = sharedLimits[name];
  const client = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length };
    },
  };
  return new RateLimiterPostgres({
    storeClient: client,
    storeType: "client",
    tableName: table,
    tableCreated: true,
    points,
    duration: seconds,
    keyPrefix: name,
    // Callers over the limit are rejected from memory, without a query.
    inMemoryBlockOnConsumed: points + 1,
    clearExpiredByTimeout: name === "write",
  });
}

async function withTimeout<Value>(promise: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Unlogged: short-lived counters need no write-ahead log and may be lost in a crash. */
async function prepareTable({ db, log }: Context): Promise<void> {
  try {
    await sql`
      create unlogged table if not exists ${sql.ref(table)} (
        key text primary key, points integer not null default 0, expire bigint)`.execute(db);
  } catch (error) {
    // Nodes that start together race here; other errors show with the first count.
    log.debug({ err: error }, "rate limit table not created");
  }
}
