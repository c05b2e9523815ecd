import type { BodyOf } from "@wrapsody/shared/endpoint.ts";
import type { postQrConfirm, postQrMessage, Scans } from "@wrapsody/shared/qr.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { ownerOf, startProof, withProof } from "../../chain/index.ts";
import { findOwnCampaign } from "../studio/own.data.ts";
import {
  type Code,
  countScan,
  type FoundCode,
  findCode,
  insertConfirmation,
  listScans,
} from "./codes.data.ts";

/**
 * Begins to confirm a code for a wallet. Where it leads is not told.
 *
 * @throws Failure E0001 for what is no code of ours, E0044 for one that was confirmed, E0037 where its network is not reached
 */
export async function startConfirmation(
  context: Context,
  { wallet, ...code }: BodyOf<typeof postQrMessage>,
): Promise<{ message: string; chain_id: number }> {
  const { network } = await requireOpen(context, code);
  const chain = context.evm.networks.get(network);
  if (chain === undefined) throw new Failure("E0037");
  const statement = "I own this artwork and follow the code in it.";
  const { message } = await startProof(context, {
    ...proofOf(code),
    ...{ wallet, chainId: chain.chainId, statement },
  });
  await countScan(context.db, code.componentId, context.clock.now());
  return { message, chain_id: chain.chainId };
}

async function requireOpen({ db }: Context, code: Code): Promise<FoundCode> {
  const found = await findCode(db, code);
  if (found === undefined) throw notFound();
  if (found.isConfirmed) throw new Failure("E0044");
  return found;
}

const proofOf = ({ componentId, nftId }: Code) =>
  ({ purpose: "QR", subject: `component ${componentId} of ${nftId}`, accountId: null }) as const;

/**
 * Confirms a code by the wallet that owns the artwork now, and answers where it leads. Of two at the same instant one succeeds.
 *
 * @throws Failure E0001 for what is no code of ours, E0020 and E0036 as `finishProof`, E0043 where the wallet does not own the
 * artwork, E0044 where it was confirmed before, E0037 where the network does not answer
 */
export async function confirmCode(
  context: Context,
  { wallet: given, signature, ...code }: BodyOf<typeof postQrConfirm>,
): Promise<string> {
  const { network, contract, campaignId, link } = await requireOpen(context, code);
  const signed = { ...proofOf(code), wallet: given, signature };
  const wallet = await withProof(context, signed, async (proof) => {
    const owner = await ownerOf(context, { network, contract, tokenId: code.nftId });
    if (owner !== proof.wallet) throw new Failure("E0043");
    return owner;
  });
  const confirmation = { ...code, campaignId, wallet, now: context.clock.now() };
  if (!(await insertConfirmation(context.db, confirmation))) throw new Failure("E0044");
  return link;
}

/** Scans of the codes of an experience of the caller's. @throws Failure E0001 for somebody else's */
export async function ownScans(
  { db }: Context,
  { accountId, reference }: { accountId: string; reference: string },
): Promise<{ components: Scans[] }> {
  const campaign = await findOwnCampaign(db, accountId, reference);
  if (campaign === undefined) throw notFound();
  return { components: await listScans(db, campaign.id) };
}
