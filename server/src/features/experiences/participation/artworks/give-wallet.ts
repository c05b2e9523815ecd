import type { Participant } from "@wrapsody/shared/experiences/experiences.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import { findParticipantById } from "../../public/campaigns.data.ts";
import { presentParticipant } from "../../public/campaigns.ts";
import { invalidateArtworks } from "../../public/page-entities.ts";
import { parseOwnWallet } from "../own-wallet.ts";
import { findOwnArtwork, lockOwnArtwork, updateWallet } from "./kept-artworks.data.ts";
import { requestToken } from "./render-and-mint.ts";

type GivenWallet = { accountId: string; participantId: number; wallet: string };

/**
 * Gives a wallet to an artwork that is kept for an account. The token is requested in the same transaction, or by the job that is still
 * rendering the artwork. Works after the experience has ended, too. Of two concurrent calls with different wallets the first wins.
 *
 * @throws Failure E0001 if the artwork is not from an order of the account, E0007 for an invalid wallet, E0087 if it has another wallet
 */
export async function giveWallet(context: Context, input: GivenWallet): Promise<Participant> {
  const known = await findOwnArtwork(context.db, input);
  if (known === undefined) throw notFound();
  const { network } = known;
  const wallet = await parseOwnWallet(context, { ...input, network });
  return context.db.transaction().execute(async (tx) => {
    await storeWallet(context, tx, { ...input, wallet });
    const row = await findParticipantById(tx, input.participantId);
    if (row === undefined) throw notFound();
    return presentParticipant(row);
  });
}

async function storeWallet(context: Context, tx: Executor, input: GivenWallet): Promise<void> {
  const { participantId, wallet: owner } = input;
  const artwork = await lockOwnArtwork(tx, input);
  if (artwork === undefined) throw notFound();
  if (artwork.wallet === owner) return;
  if (artwork.wallet !== null) throw new Failure("E0087");
  const { campaignId, network, collection, isShown } = artwork;
  await updateWallet(tx, { campaignId, participantId, wallet: owner });
  if (artwork.state === "KEPT")
    await requestToken(context, tx, { campaignId, participantId }, { network, collection, owner });
  if (isShown) await invalidateArtworks(tx, [campaignId]);
}
