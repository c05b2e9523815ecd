import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { postSongActions } from "@wrapsody/shared/studio/bulk-actions.ts";
import { studioLimits } from "@wrapsody/shared/studio/studio.ts";
import type { Context } from "../../../../platform/context.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import { invalidateTaggedSong } from "../../songs/page-entities.ts";
import type { Caller } from "../idempotent-create.ts";
import { deleteSong, submitSong, withdrawSong } from "../listing/listings.ts";
import { lockOwnSong } from "../ownership.data.ts";
import { insertTag } from "./bulk-actions.data.ts";

type Body = BodyOf<typeof postSongActions>;

/** Applies an action to wraps of the caller, each in a transaction of its own. Repeating a call changes nothing further. */
export async function applyToSongs(
  context: Context,
  { caller, body }: { caller: Caller; body: Body },
): Promise<AnswerOf<typeof postSongActions>> {
  const results: AnswerOf<typeof postSongActions>["results"] = [];
  for (const id of body.ids) {
    try {
      await applyToSong(context, { caller: { ...caller, key: undefined }, id, body });
      results.push({ id, problem: null });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const [first] = error.errors;
      results.push({ id, problem: { code: error.code, message: first?.message ?? error.message } });
    }
  }
  return { results };
}

async function applyToSong(
  context: Context,
  { caller, id, body }: { caller: Caller; id: number; body: Body },
): Promise<void> {
  const change = { caller, reference: String(id) };
  switch (body.action) {
    case "SUBMIT":
      await submitSong(context, change);
      break;
    case "HIDE":
      await withdrawSong(context, change);
      break;
    case "DELETE":
      await deleteSong(context, change);
      break;
    case "TAG":
      await addTag(context, { accountId: caller.accountId, reference: change.reference, body });
  }
}

async function addTag(
  { db, clock }: Context,
  { accountId, reference, body: { tag = "", genre } }: { accountId: string; reference: string; body: Body },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const song = await lockOwnSong(tx, accountId, reference);
    if (song === undefined) throw notFound();
    const isNew = await insertTag(tx, song.id, { tag, genre, max: studioLimits.rows, now: clock.now() });
    if (isNew && song.status === "ACTIVE") await invalidateTaggedSong(tx, song.id);
  });
}
