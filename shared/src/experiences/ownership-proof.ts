import * as z from "zod";
import { walletAddress } from "./participation.ts";

/** The signature with which contract wallets answer once their message is approved on the chain. */
const EMPTY_SIGNATURE = "0x";

/** A signature of a wallet. Those of contracts have any length, also none. `error` describes an invalid one. */
export const walletSignature = (error: string) =>
  z.string({ error }).regex(/^0x[0-9a-fA-F]{0,32768}$/, { error });

export const proofNonce = z.string().min(1).max(100);

/** A signature, with the nonce of its message if it is empty. */
export type SignatureFields = { signature: string; nonce?: string };

export const toSignatureFields = (signature: string, nonce: string): SignatureFields =>
  signature === EMPTY_SIGNATURE ? { signature, nonce } : { signature };

/**
 * The fields that prove who owns an artwork: the signature of a wallet, or `kept`, with which the session proves ownership of an
 * artwork that is kept for its owner. `error` describes an invalid signature.
 */
export function ownershipProof(error: string) {
  return {
    wallet: walletAddress.optional(),
    signature: walletSignature(error).optional(),
    /** That of the signed message. Required with an empty signature, because anyone can see what a contract has approved. */
    nonce: proofNonce.optional(),
    kept: z.boolean().default(false),
  };
}

type OwnershipProof = {
  wallet?: string | undefined;
  signature?: string | undefined;
  nonce?: string | undefined;
  kept: boolean;
};

/** Requires a wallet with its signature, or neither of them and `kept`. */
export function requireOneProof(
  { wallet, signature, nonce, kept }: OwnershipProof,
  { addIssue }: z.core.$RefinementCtx,
): void {
  for (const [field, value] of Object.entries({ wallet, signature })) {
    if ((value === undefined) === kept) continue;
    const message = kept ? "Leave this out: the artwork is kept." : "Required";
    addIssue({ code: "custom", path: [field], message });
  }
  if (signature === EMPTY_SIGNATURE && nonce === undefined)
    addIssue({ code: "custom", path: ["nonce"], message: "Required" });
}
