import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { PlayHold, postPlayHold } from "@wrapsody/shared/rewards/play-holds.ts";
import { z } from "zod";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { recordEvent } from "../../accounts/index.ts";
import { cataloguePorts } from "../ports.ts";
import {
  countReleasedPlays,
  deleteDecidedHolds,
  insertHeldPlay,
  listPlayHolds,
  lockPlayHolds,
  markPlayHoldsDecided,
  type PlayToHold,
} from "./play-holds.data.ts";

/** Plays without a shared link per transaction. */
const RELEASE_BATCH_SIZE = 1_000;

/**
 * Counts the plays of a released hold. Plays of shared links may earn points, so each has a transaction of its own:
 * the locks of several awards in one transaction could deadlock with those of a listener.
 */
export const countReleasedPlaysJob = job({
  name: "count-released-plays",
  payload: z.object({ hold: z.number().int() }),
  tries: 10,
  async run(context, { hold }) {
    const { db } = context;
    const countBatch = (isShared: boolean, limit: number) =>
      db.transaction().execute(async (tx) => {
        const { removed, counted } = await countReleasedPlays(tx, hold, { isShared, limit });
        if (!isShared) return removed;
        for (const { countedAt, ...play } of counted) {
          const awarded = {
            ...play,
            accountId: undefined,
            device: undefined,
            countedAt: new Date(countedAt),
          };
          await cataloguePorts().awardPlayPoints(context, tx, awarded);
        }
        return removed;
      });
    while ((await countBatch(false, RELEASE_BATCH_SIZE)) > 0);
    while ((await countBatch(true, 1)) > 0);
  },
});

/** Puts a play on hold. Once its hold is released, a job counts it. */
export async function holdPlay({ queue }: Context, tx: Executor, play: PlayToHold): Promise<void> {
  const hold = await insertHeldPlay(tx, play);
  if (hold?.state === "RELEASED") await enqueueRelease(queue, tx, hold.id);
}

function enqueueRelease(queue: Context["queue"], tx: Executor, hold: number): Promise<void> {
  return queue.enqueue(tx, countReleasedPlaysJob, { hold }, { key: `count-released-plays ${hold}` });
}

/** Lists pending holds of plays. */
export function listPendingPlayHolds({ db }: Context, list: ListQuery): Promise<Rows<PlayHold>> {
  return listPlayHolds(db, list);
}

/**
 * Releases plays on hold, which a job then counts, or refuses them; a repeat does nothing. Returns how many plays were
 * decided.
 *
 * @throws Failure E0001 for an unknown hold, E0005 if it was decided otherwise
 */
export function decidePlayHold(
  context: Context,
  input: { session: Session; device: Device; id: number; body: BodyOf<typeof postPlayHold> },
): Promise<{ decided: number }> {
  const { session, device, id, body } = input;
  const { decision: state, all } = body;
  return context.db.transaction().execute(async (tx) => {
    const holds = await lockPlayHolds(tx, id, all);
    const hold = holds.find((candidate) => candidate.id === id);
    if (hold === undefined) throw notFound();
    if (hold.state !== "PENDING" && hold.state !== state) throw new Failure("E0005");
    const pending = holds.filter((candidate) => candidate.state === "PENDING");
    const ids = pending.map((candidate) => candidate.id);
    await markPlayHoldsDecided(tx, ids, { state, by: session.accountId, now: context.clock.now() });
    if (state === "RELEASED") for (const holdId of ids) await enqueueRelease(context.queue, tx, holdId);
    const decided = pending.reduce((sum, { plays }) => sum + plays, 0);
    if (pending.length > 0) {
      const kind = state === "RELEASED" ? "plays-released" : "plays-refused";
      await recordEvent(context, tx, {
        accountId: session.accountId,
        kind,
        device,
        detail: { plays: decided },
      });
    }
    return { decided };
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Plays expire after hours, so a day later a refused one needs no record. */
const REFUSED_RETENTION_MS = DAY_MS;
/** Holds contain networks of listeners. */
const DECIDED_RETENTION_MS = 90 * DAY_MS;

export async function deleteOldPlayHolds({ db, clock }: Context): Promise<void> {
  const now = clock.now().getTime();
  await deleteDecidedHolds(db, {
    refusedBefore: new Date(now - REFUSED_RETENTION_MS),
    before: new Date(now - DECIDED_RETENTION_MS),
  });
}
