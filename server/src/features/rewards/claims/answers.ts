import type { ClaimAnswer } from "@wrapsody/shared/rewards/claim-questions.ts";
import type { Context } from "../../../platform/context.ts";

type Keys = Pick<Context, "encryption">;

/** Encryption purpose of the answers of a claim: a ciphertext copied to another claim cannot be decrypted there. */
const answersPurpose = (claimId: number | string) => `claim-answers ${claimId}`;

export function sealAnswers({ encryption }: Keys, claimId: number, answers: readonly ClaimAnswer[]): Buffer {
  return encryption.encrypt(answersPurpose(claimId), JSON.stringify(answers));
}

/** Returns the answers of a claim; empty without any. */
export function openAnswers({ encryption }: Keys, claimId: number, sealed: Buffer | null): ClaimAnswer[] {
  if (sealed === null) return [];
  return JSON.parse(encryption.decrypt(answersPurpose(claimId), sealed)) as ClaimAnswer[];
}
