import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { invalidatePageCache } from "../../../platform/pages/page-invalidation.ts";
import { type Outcome, outcome } from "../../chain/index.ts";
import { lockIssue, markFailed, markMinted } from "./tokens.data.ts";

/** The continuation of a mint request. */
export const WRAP_MINTED = "wrap-minted";

/** Handles the outcome of a mint: minted, or failed for good. */
export const wrapMintedJob = job({
  name: WRAP_MINTED,
  payload: z.object({ songId: z.number().int(), attempt: z.number().int(), outcome }),
  tries: 25,
  run: completeMint,
});

/** Ignores repeats and outcomes of earlier attempts. */
async function completeMint(
  { db, clock }: Context,
  { outcome: told, ...which }: { songId: number; attempt: number; outcome: Outcome },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if ((await lockIssue(tx, which, "MINTING")) === undefined) return;
    const now = clock.now();
    if (told.ok) {
      await markMinted(tx, which.songId, { hash: told.hash, contract: requireContract(told), now });
    } else await markFailed(tx, which.songId, { problem: told.problem, now });
    await invalidatePageCache(tx);
  });
}

function requireContract({ address }: Extract<Outcome, { ok: true }>): string {
  if (address === undefined) throw new Error("a minted wrap token has no contract address");
  return address;
}
