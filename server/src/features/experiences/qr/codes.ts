import { createHash } from "node:crypto";
import type { BodyOf } from "@wrapsody/shared/endpoint.ts";
import type { postQrConfirm, postQrMessage, Scans } from "@wrapsody/shared/qr.ts";
import { proofLifetime } from "@wrapsody/shared/wallets.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { checkProofSignature, consumeProof, getTokenOwner, startProof } from "../../chain/index.ts";
import { findOwnCampaign } from "../studio/campaigns/own-campaigns.data.ts";
import {
  type Code,
  type Confirmer,
  type FoundCode,
  findCode,
  insertConfirmation,
  isConfirmedBy,
  listScans,
} from "./codes.data.ts";

/**
 * Begins to confirm a code for a wallet that owns its artwork; nobody else is asked to sign. Where it leads is not told.
 *
 * @throws Failure E0001 for what is no code of ours, E0043 where the wallet does not own the artwork, E0044 for one that was
 * confirmed, E0037 where its network is not reached
 */
export async function startConfirmation(
  context: Context,
  { wallet, ...code }: BodyOf<typeof postQrMessage>,
): Promise<{ message: string; chain_id: number }> {
  const found = await requireCode(context, code);
  if (found.isConfirmed) throw new Failure("E0044");
  const chain = context.evm.networks.get(found.network);
  if (chain === undefined) throw new Failure("E0037");
  await assertOwner(context, { ...found, ...code, wallet });
  const statement = "I own this artwork and follow the code in it.";
  const { message } = await startProof(context, {
    ...toProofSubject(code),
    wallet,
    chainId: chain.chainId,
    statement,
  });
  return { message, chain_id: chain.chainId };
}

/** A secure code in an artwork that is on a chain. @throws Failure E0001 */
export async function requireCode({ db }: Context, code: Code): Promise<FoundCode> {
  const found = await findCode(db, code);
  if (found === undefined) throw notFound();
  return found;
}

async function assertOwner(
  context: Context,
  { network, contract, nftId, wallet }: FoundCode & Code & { wallet: string },
): Promise<void> {
  const owner = await getTokenOwner(context, { network, contract, tokenId: nftId });
  if (owner !== wallet.toLowerCase()) throw new Failure("E0043");
}

const toProofSubject = ({ componentId, nftId }: Code) =>
  ({ purpose: "QR", subject: `component ${componentId} of ${nftId}`, accountId: null }) as const;

/**
 * Confirms a code by the wallet that owns the artwork now, and answers where it leads. Of two at the same instant one succeeds. As
 * the answer may be lost on its way, the same signature is answered the same again for as long as it could have confirmed.
 *
 * @throws Failure E0001 for what is no code of ours, E0020 and E0036 as `finishProof`, E0043 where the wallet does not own the
 * artwork, E0044 where it was confirmed before, E0037 where the network does not answer
 */
export async function confirmCode(
  context: Context,
  { wallet, signature, ...code }: BodyOf<typeof postQrConfirm>,
): Promise<string> {
  const found = await requireCode(context, code);
  const by = { wallet: wallet.toLowerCase(), signature: hashSignature(signature) };
  try {
    if (found.isConfirmed) throw new Failure("E0044");
    const proof = await checkProofSignature(context, { ...toProofSubject(code), wallet, signature });
    await assertOwner(context, { ...found, ...code, wallet });
    await context.db.transaction().execute(async (tx) => {
      await consumeProof(tx, context, { ...proof, purpose: "QR" });
      const confirmation = { ...code, ...by, campaignId: found.campaignId, now: context.clock.now() };
      if (!(await insertConfirmation(tx, confirmation))) throw new Failure("E0044");
    });
  } catch (error) {
    // The same call may have confirmed it before, or at the same instant.
    if (!(await isRepeat(context, code, by))) throw error;
  }
  return found.link;
}

const hashSignature = (signature: string) => createHash("sha256").update(signature.toLowerCase()).digest();

function isRepeat({ db, clock }: Context, code: Code, by: Confirmer): Promise<boolean> {
  const after = new Date(clock.now().getTime() - proofLifetime * 1000);
  return isConfirmedBy(db, { ...code, ...by, after });
}

/** Scans of the codes of an experience of the caller's. @throws Failure E0001 for somebody else's */
export async function listOwnScans(
  { db }: Context,
  { accountId, reference }: { accountId: string; reference: string },
): Promise<{ components: Scans[] }> {
  const campaign = await findOwnCampaign(db, accountId, reference);
  if (campaign === undefined) throw notFound();
  return { components: await listScans(db, campaign.id) };
}
