import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { postSongNftTransfer } from "@wrapsody/shared/catalogue/wnft.ts";
import { z } from "zod";
import { withIdempotencyKey } from "../../../platform/api/idempotency.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { job } from "../../../platform/jobs/queue.ts";
import { recordEvent } from "../../accounts/index.ts";
import { listLinkedWallets, outcome, requestWrapTransfer } from "../../chain/index.ts";
import type { Caller } from "../studio/idempotent-create.ts";
import { lockOwnSong } from "../studio/ownership.data.ts";
import { insertTransfer, lockToken, markTransferFailed, markTransferred } from "./transfers.data.ts";

/**
 * Requests that the token of a wrap of the caller goes from custody to a linked wallet, and returns immediately. After a failure it can
 * be requested again.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 if the wallet is not linked or its network is not connected, E0080 if the token
 * is not in custody, E0081 if a transfer is pending
 */
export function transferToken(
  context: Context,
  { caller, reference, wallet: typed }: { caller: Caller; reference: string; wallet: string },
): Promise<AnswerOf<typeof postSongNftTransfer>> {
  const { accountId, key, device } = caller;
  const wallet = typed.toLowerCase();
  const repeatable = { accountId, call: "POST song/nft/transfer", key, input: { reference, wallet } };
  return withIdempotencyKey(context, repeatable, async (tx) => {
    const song = await lockOwnSong(tx, accountId, reference);
    if (song === undefined) throw notFound();
    const token = await lockToken(tx, song.id);
    if (token?.is_moving === true) throw new Failure("E0081");
    if (token?.is_minted !== true || !token.in_custody || token.contract === null) throw new Failure("E0080");
    const { network, contract } = token;
    if (!context.evm.networks.has(network)) throw refuseWallet("The network of this wNFT is not connected.");
    const linked = await listLinkedWallets(tx, accountId);
    const works = linked.some(
      (candidate) => candidate.address === wallet && (candidate.network ?? network) === network,
    );
    if (!works) throw refuseWallet("Link this wallet to your account first, on the network of the wNFT.");
    const songId = song.id;
    const transfer = await insertTransfer(tx, { songId, accountId, wallet, now: context.clock.now() });
    const continuation = { job: WRAP_TRANSFERRED, payload: { songId, transfer: transfer.id } };
    await requestWrapTransfer(context, tx, {
      network,
      contract,
      songId,
      accountId,
      receiver: wallet,
      continuation,
    });
    const detail = { song: songId, wallet };
    await recordEvent(context, tx, { accountId, kind: "wnft-transfer-requested", device, detail });
    return transfer;
  });
}

const refuseWallet = (message: string) => new Failure("E0007", { errors: [{ field: "wallet", message }] });

/** The continuation of a transfer request. */
const WRAP_TRANSFERRED = "wrap-transferred";

/** Handles the outcome of a transfer: the token is the wallet's, or still in custody. Ignores repeats. */
export const wrapTransferredJob = job({
  name: WRAP_TRANSFERRED,
  payload: z.object({ songId: z.number().int(), transfer: z.number().int(), outcome }),
  tries: 25,
  async run({ db, clock }, { songId, transfer, outcome: result }) {
    const ended = { songId, transfer, now: clock.now() };
    if (result.ok) await markTransferred(db, { ...ended, hash: result.hash });
    else await markTransferFailed(db, { ...ended, problem: result.problem });
  },
});
