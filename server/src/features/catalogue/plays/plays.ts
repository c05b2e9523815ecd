import { createHash, randomBytes } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { postStream } from "@wrapsody/shared/catalogue/catalogue.ts";
import { type PlaySource, playSources } from "@wrapsody/shared/studio/statistics.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database, Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { cataloguePorts } from "../ports.ts";
import { holdPlay } from "./play-holds.ts";
import {
  type CountedListener,
  findPlay,
  findPlayableSong,
  insertPlays,
  markCounted,
  type PlayableSong,
  type PlayKey,
  type PlayState,
  type StartedPlay,
} from "./plays.data.ts";

/** A play cannot be counted after this time. */
const PLAY_EXPIRY_S = 6 * 60 * 60;
/** Upper limit of the seconds to hear; half the track if that is less. */
const MAX_QUALIFYING_S = 30;

/** A call of `postStream`: starts a play, or counts the play `streamId`. `heard` is in seconds. */
export type PlayCall = PlayCaller & {
  song: string;
  sharer: string | undefined;
  /** Undefined: unknown. */
  source?: PlaySource | undefined;
  /** Device fingerprint as sent by the browser; unverified. */
  device?: string | undefined;
  streamId: string | undefined;
  heard: number;
};

type StatedSource = { source: string | undefined } & Record<
  "sharer" | "visitor" | "accountId",
  string | undefined
>;

/** Returns the source that a browser states; undefined if it states none. One's own link is not a shared one. */
export function parseSource({ source, sharer, visitor, accountId }: StatedSource): PlaySource | undefined {
  const known = playSources.find((each) => each === source);
  const isShared = sharer !== undefined && sharer !== visitor && sharer !== accountId;
  return known === "SHARE" && !isShared ? "SITE" : known;
}

/** Returns the seconds to hear before a play counts. A track of unknown length counts as long. */
export function qualifiesAfter(duration: number): number {
  return duration > 0 ? Math.min(MAX_QUALIFYING_S, duration / 2) : MAX_QUALIFYING_S;
}

/**
 * Handles `postStream`: starts a play, or counts it once enough was heard.
 *
 * @throws Failure E0001 if the song is not public, E0007 if the play is unknown, expired or not the caller's
 */
export async function registerPlay(context: Context, call: PlayCall): Promise<AnswerOf<typeof postStream>> {
  const song = await findPlayableSong(context.db, call.song);
  if (song === undefined) throw notFound();
  const { streamId } = call;
  return streamId === undefined
    ? startPlay(context, song, call)
    : countPlay(context, song, { ...call, streamId });
}

async function startPlay(
  context: Context,
  song: PlayableSong,
  call: PlayCall,
): Promise<AnswerOf<typeof postStream>> {
  const startedAt = context.clock.now();
  const id = newStreamId(startedAt);
  const { accountId, visitor, sharer, source } = call;
  const play = { id, songId: song.id, accountId, visitor, sharer, source, startedAt };
  const [earnings] = await Promise.all([
    readEarnings(context, { songId: song.id, accountId, streamId: id, counted: false }),
    insertPlayInBatch(context, { ...play, listener: listenerKey(call) }),
  ]);
  return {
    stream_id: id,
    counted: false,
    qualifies_after: qualifiesAfter(song.duration),
    next_award_at: earnings?.nextAwardAt ?? null,
    points: earnings?.points ?? null,
  };
}

/** Returns what a play earns its listener; undefined for anonymous ones, who cost no query. */
async function readEarnings(
  context: Context,
  {
    accountId,
    ...play
  }: { accountId: string | undefined; songId: number; streamId: string; counted: boolean },
) {
  return accountId === undefined
    ? undefined
    : cataloguePorts().readListenPoints(context, { ...play, accountId });
}

async function countPlay(
  context: Context,
  song: PlayableSong,
  call: PlayCall & { streamId: string },
): Promise<AnswerOf<typeof postStream>> {
  const answer = await countIfHeard(context, song, call);
  const { accountId, streamId } = call;
  const { counted } = answer;
  // After the commit, so that a repeated call reports the same.
  const earnings = await readEarnings(context, { songId: song.id, accountId, streamId, counted });
  return { ...answer, points: earnings?.points ?? null };
}

async function countIfHeard(
  context: Context,
  song: PlayableSong,
  call: PlayCall & { streamId: string },
): Promise<Omit<AnswerOf<typeof postStream>, "points">> {
  const now = context.clock.now();
  const key = parsePlayKey(song, call.streamId, now);
  const play = await requirePlay(context.db, key, call);
  const qualifies_after = qualifiesAfter(song.duration);
  const answer = { stream_id: call.streamId, counted: play.counted, qualifies_after, next_award_at: null };
  // No listener can have heard more than the elapsed time, whatever the player claims.
  const heard = Math.min(call.heard, (now.getTime() - key.startedAt.getTime()) / 1000);
  if (play.counted || heard < qualifies_after) return answer;
  const minIntervalS = Math.max(song.duration, qualifies_after);
  const hearer = resolveListener(play, call);
  const network = networkOf(call.address);
  return context.db.transaction().execute(async (tx) => {
    const heardPlay = { now, heard, minIntervalS, network };
    const admitted = await markCounted(tx, key, hearer, heardPlay);
    // A concurrent call may have counted the play: then this one is a repeat.
    if (admitted === undefined) return { ...answer, counted: (await requirePlay(tx, key, call)).counted };
    const { visitor, sharer } = play;
    const { accountId } = hearer;
    if (admitted.isHeld) {
      await holdPlay(context, tx, { key, listener: hearer.listener, ...heardPlay, ...admitted });
      return { ...answer, counted: true };
    }
    const listener = hearer.listener.toString("hex");
    const origin = { network, device: call.device };
    const earner = { accountId, listener, visitor, sharer, ...origin };
    const counted = { songId: key.songId, streamId: key.id, ...earner, countedAt: now };
    return {
      ...answer,
      counted: true,
      next_award_at: await cataloguePorts().awardPlayPoints(context, tx, counted),
    };
  });
}

function parsePlayKey(song: PlayableSong, streamId: string, now: Date): PlayKey {
  const startedAt = streamIdTime(streamId);
  const age = startedAt === undefined ? Number.NaN : (now.getTime() - startedAt.getTime()) / 1000;
  // Clocks of nodes differ a little, so a start may lie slightly ahead.
  if (startedAt === undefined || !(age >= -60 && age <= PLAY_EXPIRY_S)) throw unknownStream();
  return { id: streamId, songId: song.id, startedAt };
}

/** Returns the caller's play. @throws Failure E0007 if it does not exist or belongs to another caller */
async function requirePlay(db: Executor, key: PlayKey, caller: PlayCaller): Promise<PlayState> {
  const play = await findPlay(db, key);
  if (play === undefined || !belongsTo(play, caller)) throw unknownStream();
  return play;
}

/**
 * A play belongs to the account that started it, else to the visitor, who may have logged in or changed
 * networks since, else to the network. The unguessable id is required in any case.
 */
function belongsTo({ accountId, visitor, listener }: PlayState, caller: PlayCaller): boolean {
  if (accountId !== null) return accountId === caller.accountId;
  return visitor === null ? listener.equals(listenerKey(caller)) : visitor === caller.visitor;
}

/**
 * A play counts for the caller's account, else for the key that started it; under both keys it counts once.
 */
function resolveListener(play: PlayState, caller: PlayCaller): CountedListener {
  const [began, now] = [play.listener, listenerKey(caller)];
  const { accountId } = caller;
  if (began.equals(now)) return { listener: began, accountId, aliasKey: undefined };
  return accountId === undefined
    ? { listener: began, accountId, aliasKey: now }
    : { listener: now, accountId, aliasKey: began };
}

function unknownStream(): Failure {
  return new Failure("E0007", {
    errors: [{ field: "stream_id", message: "This play is unknown or has expired." }],
  });
}

/** Creates a UUIDv7: unguessable, and its time tells the partition of the play. */
function newStreamId(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Returns the time of a UUIDv7; undefined for other UUIDs. */
function streamIdTime(streamId: string): Date | undefined {
  const hex = streamId.replaceAll("-", "").toLowerCase();
  return hex[12] === "7" ? new Date(Number.parseInt(hex.slice(0, 12), 16)) : undefined;
}

/** Milliseconds that the first play of a batch waits for others, and the size that is written immediately. */
const BATCH_DELAY_MS = 10;
const MAX_BATCH_SIZE = 500;

type Batch = { plays: StartedPlay[]; written: Promise<void>; write(): void };

const openBatches = new WeakMap<Database, Batch>();

/**
 * Inserts the start of a play together with others of the same moment. Resolves after the commit, so that the
 * counting call may reach another node.
 */
export function insertPlayInBatch({ db }: Context, play: StartedPlay): Promise<void> {
  const batch = openBatches.get(db) ?? openBatch(db);
  batch.plays.push(play);
  if (batch.plays.length >= MAX_BATCH_SIZE) batch.write();
  return batch.written;
}

function openBatch(db: Database): Batch {
  const { promise, resolve } = Promise.withResolvers<void>();
  const plays: StartedPlay[] = [];
  const writeBatch = () => {
    clearTimeout(timer);
    openBatches.delete(db);
    resolve(insertPlays(db, plays));
  };
  const timer = setTimeout(writeBatch, BATCH_DELAY_MS);
  const batch: Batch = { plays, written: promise, write: writeBatch };
  openBatches.set(db, batch);
  return batch;
}

/** The identity of the caller. `address` is the network address. */
export type PlayCaller = { accountId: string | undefined; visitor: string | undefined; address: string };

/**
 * Returns the key by which a listener is deduplicated: the account; else the visitor id within a network, so
 * that a shared id is several listeners and a second browser in a household is another one; else the network,
 * whose anonymous callers are one listener.
 */
export function listenerKey({ accountId, visitor, address }: PlayCaller): Buffer {
  const network = networkOf(address);
  const identity =
    accountId !== undefined
      ? `account ${accountId}`
      : visitor !== undefined
        ? `visitor ${visitor} ${network}`
        : `network ${network}`;
  return createHash("sha256").update(identity).digest().subarray(0, 16);
}

/** Returns the /24 of an IPv4 or the /48 of an IPv6 address; anything else unchanged. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (isIPv4(plain)) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const missingGroups = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(missingGroups).fill("0"), ...after];
  return `${groups
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/48`;
}
