import { imagePath } from "@wrapsody/shared/api/media.ts";
import { findSlotName, rarityLabel } from "@wrapsody/shared/experiences/experiences.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { findCollection, findToken } from "./metadata.data.ts";

type Attribute = { trait_type: string; value: string | number; display_type?: "number"; max_value?: number };

/** Token metadata (ERC-721 and marketplaces). The image is missing until it is rendered. */
type TokenMetadata = {
  name: string;
  description: string;
  image?: string;
  external_url: string;
  attributes: Attribute[];
};

/** The metadata of a collection (ERC-7572). */
type CollectionMetadata = Omit<TokenMetadata, "attributes"> & { external_link: string };

/** @throws Failure E0001 for an unknown token, E0071 if it is restricted */
export async function readTokenMetadata(
  { replica, publicUrl }: Context,
  { campaignId, tokenId }: { campaignId: number; tokenId: number },
): Promise<TokenMetadata> {
  const token = await findToken(replica, campaignId, tokenId);
  if (token === undefined) throw notFound();
  if (token.is_restricted) throw new Failure("E0071");
  const { name, description, pretty_id, image_id, traits, slot_names, total_rarity_score: score } = token;
  return {
    name,
    description,
    ...toImageField(publicUrl, image_id),
    external_url: `${experienceUrl(publicUrl, pretty_id)}/participant/${token.id}`,
    attributes: [
      ...traits.map(({ slot_number, component }) => ({
        trait_type: findSlotName(slot_names, slot_number) ?? `Slot ${slot_number}`,
        value: component,
      })),
      ...toRarityAttributes(score),
    ],
  };
}

function toRarityAttributes(score: number | null): Attribute[] {
  if (score === null) return [];
  return [
    { trait_type: "Rarity", value: rarityLabel(score) },
    { trait_type: "Rarity score", value: score, display_type: "number", max_value: 99 },
  ];
}

/** @throws Failure E0001 for an unknown collection, E0071 if it is restricted */
export async function readCollectionMetadata(
  { replica, publicUrl }: Context,
  campaignId: number,
): Promise<CollectionMetadata> {
  const collection = await findCollection(replica, campaignId);
  if (collection === undefined) throw notFound();
  if (collection.is_restricted) throw new Failure("E0071");
  const { name, description, pretty_id, image_id } = collection;
  const page = experienceUrl(publicUrl, pretty_id);
  // ERC-7572 specifies `external_link`; most readers expect `external_url`.
  return { name, description, ...toImageField(publicUrl, image_id), external_url: page, external_link: page };
}

function experienceUrl(publicUrl: string, prettyId: string): string {
  return `${publicUrl}/experiences/${encodeURIComponent(prettyId)}`;
}

function toImageField(publicUrl: string, imageId: string | null): { image?: string } {
  return imageId === null ? {} : { image: `${publicUrl}${imagePath(imageId, 960, "jpeg")}` };
}

/** Returns the URL of a collection's metadata and the base URL of its tokens' metadata. */
export function buildMetadataUrls(
  publicUrl: string,
  campaignId: number,
): { contractURI: string; baseURI: string } {
  const contractURI = `${publicUrl}/metadata/experiences/${campaignId}`;
  return { contractURI, baseURI: `${contractURI}/` };
}
