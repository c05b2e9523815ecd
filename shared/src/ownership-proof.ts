import * as z from "zod";
import { walletAddress } from "./participation.ts";

/**
 * The fields that prove who owns an artwork: the signature of a wallet, or `kept`, with which the session proves ownership of an
 * artwork that is kept for its owner. `error` describes an invalid signature.
 */
export function ownershipProof(error: string) {
  return {
    wallet: walletAddress.optional(),
    signature: z
      .string({ error })
      .regex(/^0x[0-9a-fA-F]{2,8192}$/, { error })
      .optional(),
    kept: z.boolean().default(false),
  };
}

type OwnershipProof = { wallet?: string | undefined; signature?: string | undefined; kept: boolean };

/** Requires a wallet with its signature, or neither of them and `kept`. */
export function requireOneProof(
  { wallet, signature, kept }: OwnershipProof,
  { addIssue }: z.core.$RefinementCtx,
): void {
  for (const [field, value] of Object.entries({ wallet, signature })) {
    if ((value === undefined) === kept) continue;
    const message = kept ? "Leave this out: the artwork is kept." : "Required";
    addIssue({ code: "custom", path: [field], message });
  }
}
