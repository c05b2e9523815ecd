import type { Limit } from "@wrapsody/shared/endpoint.ts";
import type { FastifyReply } from "fastify";
import { CompiledQuery } from "kysely";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Context } from "../context.ts";
import { sql } from "../database/database.ts";
import { Failure } from "../failure.ts";
import { clientNetwork, isLoopback } from "../http/ip-addresses.ts";
import { FixedWindowCounter } from "./fixed-window-counter.ts";

type Rate = { points: number; seconds: number };

/** Counted by each node in memory: they cost nothing, and only keep a flood away. */
const ownClasses = {
  /** Every call of the API, by network address. */
  call: { points: 600, seconds: 60 },
  /** Pages of the site. */
  page: { points: 1_200, seconds: 60 },
  /** Pictures, audio (a player asks for many ranges), scripts. */
  file: { points: 6_000, seconds: 60 },
  /** Plays: a whole office listens from one address; what counts is decided elsewhere. */
  play: { points: 300, seconds: 60 },
  /** Wallets that are proved for a code or a file: a whole hall scans from one address. What each may try is `subject`. */
  proof: { points: 300, seconds: 60 },
  /** Calls that API keys prove, by account: a program of a publisher, not a person. */
  key: { points: 300, seconds: 60 },
} as const satisfies Record<string, Rate>;

/** Counted in PostgreSQL, for all nodes together. */
const sharedClasses = {
  /** Everything else that changes something. */
  write: { points: 120, seconds: 60 },
  /** Guesses at a password, a code, a proof. */
  "sign-in": { points: 20, seconds: 300 },
  /** Tries at one and the same thing, such as one code with one wallet. */
  subject: { points: 20, seconds: 300 },
  /** Calls that send a mail to whom the caller names. */
  mail: { points: 20, seconds: 3_600 },
  /** Uploads, and whatever else keeps a processor busy for seconds. */
  upload: { points: 60, seconds: 600 },
  /** Components of experiences: two hundred small pictures are chosen at once, and each is placed and saved afterwards. */
  component: { points: 600, seconds: 600 },
  /** Samples that are composed while the caller waits. */
  simulation: { points: 60, seconds: 600 },
  /** Places that are kept for half an hour, whether they are taken in the end or not. */
  order: { points: 20, seconds: 300 },
} as const satisfies Record<string, Rate>;

type OwnClass = keyof typeof ownClasses;
type SharedClass = keyof typeof sharedClasses;

/** Who asks: the account where there is one, else the network. */
type Caller = {
  address: string;
  accountId: string | undefined;
  /** What it asks about, for `subject`. Of one network alone: nobody keeps others from what is theirs. */
  subject?: string;
};

/** How often one caller may ask. */
export type RateLimits = {
  /** Counts a request by its address alone: false when the address has had its share. */
  isAllowed(name: OwnClass, address: string): boolean;
  /** As `admits`, and tells the caller in the headers when to come again. @throws Failure E0010 */
  enforce(name: OwnClass, address: string, reply: FastifyReply): void;
  /** Counts a call by its caller. @throws Failure E0010 */
  consume(name: Limit | "write" | "key" | "subject", caller: Caller, reply: FastifyReply): Promise<void>;
};

/** The store must not hold up a request for longer than this, in milliseconds. */
const usualPatience = 1_000;
const table = "rate_limit";

/** For whoever has no need of limits. */
export const unlimited: RateLimits = {
  isAllowed: () => true,
  enforce: () => undefined,
  consume: async () => undefined,
};

/** Makes the table of the shared counters where it is missing, and answers the limits. */
export async function openRateLimits(context: Context, patience = usualPatience): Promise<RateLimits> {
  if (!context.config.rateLimits) return unlimited;
  await prepareTable(context);
  const own = ownCounts();
  const shared = sharedCounts(context, patience);
  const admitKey = (name: OwnClass, key: string, reply: FastifyReply) => {
    if (own.add(name, key) <= ownClasses[name].points) return;
    refuse(reply, ownClasses[name], own.left(name));
  };
  // Loopback is this machine itself, or a proxy on it that was not declared and stands for everybody.
  return {
    isAllowed: (name, address) =>
      isLoopback(address) || own.add(name, clientNetwork(address)) <= ownClasses[name].points,
    enforce(name, address, reply) {
      if (!isLoopback(address)) admitKey(name, clientNetwork(address), reply);
    },
    async consume(name, caller, reply) {
      const key = keyOf(caller);
      if (name === "play" || name === "proof" || name === "key") return admitKey(name, key, reply);
      const counted = await shared(name, key);
      if (counted === undefined) return;
      if (counted.refused) refuse(reply, sharedClasses[name], counted.state.msBeforeNext);
      tell(reply, sharedClasses[name], counted.state.remainingPoints, counted.state.msBeforeNext);
    },
  };
}

function keyOf({ address, accountId, subject }: Caller): string {
  const caller = accountId === undefined ? clientNetwork(address) : `account ${accountId}`;
  return subject === undefined ? caller : `${subject} ${caller}`;
}

function refuse(reply: FastifyReply, rate: Rate, left: number): never {
  tell(reply, rate, 0, left);
  throw new Failure("E0010", { retryAfter: secondsOf(left) });
}

function tell(reply: FastifyReply, rate: Rate, remaining: number, left: number): void {
  reply.header("ratelimit-limit", rate.points);
  reply.header("ratelimit-remaining", remaining);
  reply.header("ratelimit-reset", secondsOf(left));
}

function secondsOf(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1_000));
}

function ownCounts() {
  const countOf = (name: OwnClass) => new FixedWindowCounter(ownClasses[name].seconds * 1_000);
  const counts: Record<OwnClass, FixedWindowCounter> = {
    call: countOf("call"),
    page: countOf("page"),
    file: countOf("file"),
    play: countOf("play"),
    proof: countOf("proof"),
    key: countOf("key"),
  };
  return {
    add: (name: OwnClass, key: string) => counts[name].add(key, performance.now()),
    left: (name: OwnClass) => counts[name].left(performance.now()),
  };
}

type Counted = { refused: boolean; state: RateLimiterRes };

/** Counts in the database; undefined when that does not answer: a caller is not punished for it. */
function sharedCounts(
  context: Context,
  patience: number,
): (name: SharedClass, key: string) => Promise<Counted | undefined> {
  const limiters: Record<SharedClass, RateLimiterPostgres> = {
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
      return { refused: false, state: await withPatience(limiters[name].consume(key), patience) };
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return { refused: true, state: refusal };
      if (performance.now() < quietUntil) return undefined;
      quietUntil = performance.now() + 10_000;
      context.log.warn({ err: refusal }, "rate limiter unavailable; failing open");
      return undefined;
    }
  };
}

function limiterOf(name: SharedClass, { db }: Context): RateLimiterPostgres {
  const { points, seconds } = sharedClasses[name];
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
    // Whoever is over is turned away from memory until the time is up, without asking the database again.
    inMemoryBlockOnConsumed: points + 1,
    clearExpiredByTimeout: name === "write",
  });
}

async function withPatience<Value>(promise: Promise<Value>, patience: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patience} ms`)), patience);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Unlogged: counters of a minute are not worth a write-ahead log, and a crash may forget them. */
async function prepareTable({ db, log }: Context): Promise<void> {
  try {
    await sql`
      create unlogged table if not exists ${sql.ref(table)} (
        key text primary key, points integer not null default 0, expire bigint)`.execute(db);
  } catch (error) {
    // Nodes that start at the same moment make it at the same moment; any other trouble shows with the first count.
    log.debug({ err: error }, "rate limit table not created");
  }
}
