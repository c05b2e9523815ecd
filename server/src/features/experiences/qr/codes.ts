import { createHash } from "node:crypto";
import { proofLifetime } from "@wrapsody/shared/accounts/wallets.ts";
import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import {
  isRedirectTarget,
  type postQrConfirm,
  type postQrMessage,
  type Scans,
} from "@wrapsody/shared/experiences/qr.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
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
 * Starts the confirmation of a code and returns the message to sign, only for the wallet that owns the artwork. Does not reveal
 * the code's target.
 *
 * @throws Failure E0001 for an unknown code, E0043 if the wallet does not own the artwork, E0044 if the code is already
 * confirmed, E0037 if the network is unavailable
 */
export async function startConfirmation(
  context: Context,
  { wallet, ...code }: BodyOf<typeof postQrMessage>,
): Promise<AnswerOf<typeof postQrMessage>> {
  const found = await requireCode(context, code);
  if (found.isConfirmed) throw new Failure("E0044");
  const chain = context.evm.networks.get(found.network);
  if (chain === undefined) throw new Failure("E0037");
  await assertOwner(context, { ...found, ...code, wallet });
  const statement = "I own this artwork and follow the code in it.";
  const { message, nonce, validFor } = await startProof(context, {
    ...toProofSubject(code),
    wallet,
    chainId: chain.chainId,
    statement,
  });
  return { message, nonce, chain_id: chain.chainId, valid_for: validFor };
}

/**
 * Returns a secure code of an artwork, minted or kept.
 *
 * @throws Failure E0001 for an unknown code and for an unsafe link, which could be stored before links were checked
 */
export async function requireCode({ db }: Context, code: Code): Promise<FoundCode> {
  const found = await findCode(db, code);
  if (found === undefined || !isRedirectTarget(found.link)) throw notFound();
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
 * Confirms a code by the signature of the artwork's current owner, or by the session of the account for which it is kept, and returns
 * its target. Of two concurrent calls one succeeds. The same signature or account gets the same answer for as long as a proof is valid,
 * because the first response may have been lost.
 *
 * @throws Failure E0001 for an unknown code, E0020 and E0036 as `verifyProof`, E0043 if the wallet or account does not own the artwork,
 * E0044 if the code is already confirmed, E0037 if the network does not answer
 */
export async function confirmCode(
  context: Context,
  accountId: string | undefined,
  { componentId, songId, nftId, wallet, signature, nonce }: BodyOf<typeof postQrConfirm>,
): Promise<string> {
  const code = { componentId, songId, nftId };
  const found = await requireCode(context, code);
  const signed = wallet === undefined || signature === undefined ? undefined : { wallet, signature, nonce };
  const by = signed === undefined ? confirmerBySession(accountId) : confirmerBySignature(signed);
  const confirm = async (tx: Executor) => {
    const confirmation = { ...code, ...by, campaignId: found.campaignId, now: context.clock.now() };
    if (!(await insertConfirmation(tx, confirmation))) throw new Failure("E0044");
  };
  try {
    if (found.isConfirmed) throw new Failure("E0044");
    if (signed === undefined) {
      if (!found.isKept || found.accountId !== accountId) throw new Failure("E0043");
      await confirm(context.db);
      return found.link;
    }
    const proof = await checkProofSignature(context, { ...toProofSubject(code), ...signed });
    await assertOwner(context, { ...found, ...code, wallet: signed.wallet });
    await context.db.transaction().execute(async (tx) => {
      await consumeProof(tx, context, { ...proof, purpose: "QR" });
      await confirm(tx);
    });
  } catch (error) {
    // An earlier or concurrent call with the same signature may have confirmed it.
    if (!(await isRepeat(context, code, by))) throw error;
  }
  return found.link;
}

/** @throws Failure E0002 without a session */
function confirmerBySession(accountId: string | undefined): Confirmer {
  if (accountId === undefined) throw new Failure("E0002");
  return { wallet: null, signature: hash(`account ${accountId}`) };
}

/** The nonce is the secret of an empty signature. */
function confirmerBySignature({ wallet, signature, nonce = "" }: Signed): Confirmer {
  return { wallet: wallet.toLowerCase(), signature: hash(signature.toLowerCase() + nonce) };
}

type Signed = { wallet: string; signature: string; nonce: string | undefined };

const hash = (text: string) => createHash("sha256").update(text).digest();

function isRepeat({ db, clock }: Context, code: Code, by: Confirmer): Promise<boolean> {
  const after = new Date(clock.now().getTime() - proofLifetime * 1000);
  return isConfirmedBy(db, { ...code, ...by, after });
}

/** Lists the scans of the caller's experience. @throws Failure E0001 if it is not the caller's */
export async function listOwnScans(
  { db }: Context,
  { accountId, reference }: { accountId: string; reference: string },
): Promise<{ components: Scans[] }> {
  const campaign = await findOwnCampaign(db, accountId, reference);
  if (campaign === undefined) throw notFound();
  return { components: await listScans(db, campaign.id) };
}
