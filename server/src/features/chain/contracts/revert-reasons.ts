import { campaignCollection } from "@wrapsody/contracts/CampaignCollection.ts";
import { campaignFactory } from "@wrapsody/contracts/CampaignFactory.ts";
import { wrapToken } from "@wrapsody/contracts/WrapToken.ts";
import { type Abi, decodeErrorResult, type Hex } from "viem";

/** Why a contract reverts: for a permanent reason, because the operator lacks its role, or for an unknown reason. */
export type RevertReason =
  | { kind: "PERMANENT"; problem: string }
  | { kind: "NOT_OPERATOR" }
  | { kind: "UNKNOWN" };

const contractErrors: Abi = [...campaignCollection.abi, ...campaignFactory.abi, ...wrapToken.abi].filter(
  ({ type }) => type === "error",
);

const REVERT_MESSAGES: Readonly<Record<string, (firstArgument: unknown) => string>> = {
  SoldOut: (maxSupply) => `The collection is full: it holds ${maxSupply} tokens.`,
  ERC721InvalidReceiver: () => "The receiver's address cannot hold tokens.",
  ERC721InvalidSender: () => "The token already exists.",
  ERC721NonexistentToken: () => "The token does not exist.",
  ERC2981InvalidTokenRoyalty: () => "The royalty is above 100 %.",
  ERC2981InvalidTokenRoyaltyReceiver: () => "The royalty needs a receiver.",
  InvalidRoyalty: () => "The royalty needs a receiver and is at most 100 %.",
};

export function decodeRevert(data: Hex | undefined): RevertReason {
  const error = decodeError(data);
  if (error === undefined) return { kind: "UNKNOWN" };
  if (error.errorName === "AccessControlUnauthorizedAccount") return { kind: "NOT_OPERATOR" };
  const message =
    REVERT_MESSAGES[error.errorName] ?? (() => `The transaction reverted (${error.errorName}).`);
  return { kind: "PERMANENT", problem: message(error.args?.[0]) };
}

/** Returns the name of the custom error that one of our contracts reverted with. */
export const decodeRevertName = (data: Hex | undefined) => decodeError(data)?.errorName;

function decodeError(
  data: Hex | undefined,
): { errorName: string; args?: readonly unknown[] | undefined } | undefined {
  if (data === undefined || data.length < 10) return undefined;
  try {
    return decodeErrorResult({ abi: contractErrors, data });
  } catch {
    return undefined;
  }
}
