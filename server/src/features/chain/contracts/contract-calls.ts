import { campaignCollection } from "@wrapsody/contracts/CampaignCollection.ts";
import { campaignFactory } from "@wrapsody/contracts/CampaignFactory.ts";
import { wrapToken } from "@wrapsody/contracts/WrapToken.ts";
import {
  type Address,
  decodeFunctionResult,
  encodeDeployData,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseAbi,
  zeroAddress,
} from "viem";
import type { z } from "zod";
import { toAddress } from "../addresses.ts";
import type {
  createCollectionPayload,
  mintWrapPayload,
  refreshMetadataPayload,
  transferWrapPayload,
} from "../txmgr/tasks.data.ts";
import type { ContractKind } from "./contracts.data.ts";

/** Encodes the calls of the program's contracts and decodes their results. Decoding throws if the data is invalid. */

export function encodeDeployment(kind: ContractKind, operator: Address, publicUrl: string): Hex {
  if (kind === "CAMPAIGN_FACTORY")
    return encodeDeployData({ ...campaignFactory, args: [operator, operator] });
  const metadata = `${publicUrl}/metadata/wraps`;
  return encodeDeployData({ ...wrapToken, args: [operator, operator, `${metadata}/`, metadata] });
}

export function encodeCreateCollection(
  { campaignId, init }: z.output<typeof createCollectionPayload>,
  operator: Address,
): Hex {
  const args = {
    ...init,
    maxSupply: BigInt(init.maxSupply),
    royaltyReceiver: init.royaltyReceiver === null ? zeroAddress : toAddress(init.royaltyReceiver),
    royaltyBasisPoints: BigInt(init.royaltyBasisPoints),
    admin: operator,
    minter: operator,
  };
  return encodeFunctionData({
    abi: campaignFactory.abi,
    functionName: "create",
    args: [BigInt(campaignId), args],
  });
}

export const collectionOf = {
  encode: (campaignId: number) =>
    encodeFunctionData({
      abi: campaignFactory.abi,
      functionName: "collectionOf",
      args: [BigInt(campaignId)],
    }),
  decode: (data: Hex) =>
    toAddress(decodeFunctionResult({ abi: campaignFactory.abi, functionName: "collectionOf", data })),
};

export const mintBatch = {
  encode: (tokens: readonly { owner: Address; tokenId: number }[]) =>
    encodeFunctionData({
      abi: campaignCollection.abi,
      functionName: "mintBatch",
      args: [tokens.map(({ owner }) => owner), tokens.map(({ tokenId }) => BigInt(tokenId))],
    }),
  /** Returns how many tokens are new. */
  decode: (data: Hex) =>
    Number(decodeFunctionResult({ abi: campaignCollection.abi, functionName: "mintBatch", data })),
};

export const exists = {
  encode: (tokenIds: readonly number[]) =>
    encodeFunctionData({ abi: campaignCollection.abi, functionName: "exists", args: [tokenIds.map(BigInt)] }),
  decode: (data: Hex) => decodeFunctionResult({ abi: campaignCollection.abi, functionName: "exists", data }),
};

export const encodeMintWrap = ({ songId, owner, metadataUri, royalty }: z.output<typeof mintWrapPayload>) =>
  encodeFunctionData({
    abi: wrapToken.abi,
    functionName: "mint",
    args: [
      toAddress(owner),
      BigInt(songId),
      metadataUri,
      royalty === null ? zeroAddress : toAddress(royalty.receiver),
      BigInt(royalty?.basisPoints ?? 0),
    ],
  });

/** Encodes the call that emits `MetadataUpdate` for the token of a wrap, or `BatchMetadataUpdate` for all of a collection. */
export function encodeRefreshMetadata({ songId }: z.output<typeof refreshMetadataPayload>): Hex {
  const functionName = "refreshMetadata";
  if (songId !== null)
    return encodeFunctionData({ abi: wrapToken.abi, functionName, args: [BigInt(songId)] });
  return encodeFunctionData({ abi: campaignCollection.abi, functionName, args: [0n, maxUint256] });
}

const safeTransferFrom = parseAbi(["function safeTransferFrom(address from, address to, uint256 tokenId)"]);

/** Encodes the transfer of a wrap's token out of custody. A contract that does not take tokens reverts it. */
export const encodeTransferWrap = (
  { songId, receiver }: z.output<typeof transferWrapPayload>,
  operator: Address,
) => encodeFunctionData({ abi: safeTransferFrom, args: [operator, toAddress(receiver), BigInt(songId)] });

/** Of any ERC-721 contract, as are `balanceOf` and `transferTopics`. */
export const ownerOf = {
  encode: (tokenId: number) =>
    encodeFunctionData({ abi: campaignCollection.abi, functionName: "ownerOf", args: [BigInt(tokenId)] }),
  decode: (data: Hex) =>
    toAddress(decodeFunctionResult({ abi: campaignCollection.abi, functionName: "ownerOf", data })),
};

export const balanceOf = {
  encode: (owner: Address) =>
    encodeFunctionData({ abi: campaignCollection.abi, functionName: "balanceOf", args: [owner] }),
  decode: (data: Hex) =>
    decodeFunctionResult({ abi: campaignCollection.abi, functionName: "balanceOf", data }),
};

const toWord = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;

/** Returns the topics of `Transfer` events, of those to one address if it is given. */
export function transferTopics(to?: Address): (Hex | null)[] {
  const [event = null] = encodeEventTopics({ abi: campaignCollection.abi, eventName: "Transfer" });
  const topic = typeof event === "string" ? event : null;
  return to === undefined ? [topic] : [topic, null, toWord(BigInt(to))];
}

/** Returns the topics of the `Transfer` event of a mint. */
export function mintTopics(tokenId: number): (Hex | null)[] {
  return [...transferTopics(), toWord(0n), null, toWord(BigInt(tokenId))];
}

/** Returns the topics of the `Transfer` events of one token to an address. */
export const tokenTransferTopics = (tokenId: number, to: Address): (Hex | null)[] => [
  ...transferTopics(to),
  toWord(BigInt(tokenId)),
];

export function creationTopics(campaignId: number): (Hex | null)[] {
  const [event = null] = encodeEventTopics({ abi: campaignFactory.abi, eventName: "CollectionCreated" });
  return [typeof event === "string" ? event : null, toWord(BigInt(campaignId))];
}
