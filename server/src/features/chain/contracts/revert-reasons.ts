import { campaignCollection } from "@wrapsody/contracts/CampaignCollection.ts";
import { campaignFactory } from "@wrapsody/contracts/CampaignFactory.ts";
import { wrapToken } from "@wrapsody/contracts/WrapToken.ts";
import { type Abi, decodeErrorResult, type Hex } from "viem";

/** Why a contract says no: for good, because it does not obey our key, or nobody knows. */
export type RevertReason =
  | { kind: "PERMANENT"; problem: string }
  | { kind: "NOT_OPERATOR" }
  | { kind: "UNKNOWN" };

const contractErrors: Abi = [...campaignCollection.abi, ...campaignFactory.abi, ...wrapToken.abi].filter(
  ({ type }) => type === "error",
);

const REVERT_MESSAGES: Readonly<Record<string, (first: unknown) => string>> = {
  SoldOut: (most) => `The collection is full: it holds ${most} tokens.`,
  ERC721InvalidReceiver: () => "The receiver's address cannot hold tokens.",
  ERC721InvalidSender: () => "The token exists already.",
  ERC721NonexistentToken: () => "There is no such token.",
  InvalidRoyalty: () => "The royalty needs a receiver, and is 100 % at most.",
};

export function decodeRevert(thrown: Hex | undefined): RevertReason {
  const error = decodeError(thrown);
  if (error === undefined) return { kind: "UNKNOWN" };
  if (error.errorName === "AccessControlUnauthorizedAccount") return { kind: "NOT_OPERATOR" };
  const sentence =
    REVERT_MESSAGES[error.errorName] ?? (() => `The contract refused it (${error.errorName}).`);
  return { kind: "PERMANENT", problem: sentence(error.args?.[0]) };
}

/** The name of what a contract of ours threw. */
export const decodeRevertName = (thrown: Hex | undefined) => decodeError(thrown)?.errorName;

function decodeError(
  thrown: Hex | undefined,
): { errorName: string; args?: readonly unknown[] | undefined } | undefined {
  if (thrown === undefined || thrown.length < 10) return undefined;
  try {
    return decodeErrorResult({ abi: contractErrors, data: thrown });
  } catch {
    return undefined;
  }
}
