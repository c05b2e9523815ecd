import { imagePath } from "@wrapsody/shared/api/media.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { findTokenSong, type TokenSong } from "./tokens.data.ts";

type Attribute = { trait_type: string; value: string | number; display_type?: "number" };

/**
 * The metadata of a wrap's token (ERC-721, as marketplaces read it). It names no audio, which is counted and
 * may be withdrawn, and no owners with shares, because a token is no register of rights and cannot be
 * corrected on IPFS.
 */
type WrapMetadata = {
  name: string;
  description: string;
  image?: string;
  external_url: string;
  attributes: Attribute[];
};

/** Builds the metadata of a wrap with the given image address. */
export function buildWrapMetadata(
  facts: TokenSong,
  publicUrl: string,
  image: string | undefined,
): WrapMetadata {
  return {
    name: facts.name,
    description: facts.description,
    ...(image === undefined ? {} : { image }),
    external_url: `${publicUrl}/wrap/${encodeURIComponent(facts.pretty_id)}`,
    attributes: [
      { trait_type: "Artist", value: facts.artist },
      ...(facts.iswc === null ? [] : [{ trait_type: "ISWC", value: facts.iswc }]),
      ...facts.isrcs.map((isrc) => ({ trait_type: "ISRC", value: isrc })),
      ...(facts.duration === 0 ? [] : [durationAttribute(facts.duration)]),
    ],
  };
}

const durationAttribute = (duration: number): Attribute => ({
  trait_type: "Duration (seconds)",
  value: duration,
  display_type: "number",
});

/** Returns the current metadata of a wrap. @throws Failure E0001 if it has no token, E0071 if it is restricted */
export async function showWrapMetadata(
  { replica, publicUrl }: Context,
  songId: number,
): Promise<WrapMetadata> {
  const facts = await findTokenSong(replica, songId);
  if (facts === undefined) throw notFound();
  if (facts.is_restricted) throw new Failure("E0071");
  return toWrapMetadata(facts, publicUrl);
}

/** Builds the metadata that this site serves. */
export function toWrapMetadata(facts: TokenSong, publicUrl: string): WrapMetadata {
  const { image_id: image } = facts;
  return buildWrapMetadata(
    facts,
    publicUrl,
    image === null ? undefined : `${publicUrl}${imagePath(image, 960, "jpeg")}`,
  );
}

/** Returns the contract's metadata (ERC-7572). */
export function contractMetadata({ publicUrl }: Context) {
  const description =
    "Songs published on this site, one token each. A token's number is the catalogue number of its song.";
  const page = `${publicUrl}/wraps`;
  // ERC-7572 says `external_link`; most readers expect `external_url`.
  return { name: "Wrapsody", symbol: "WRAP", description, external_url: page, external_link: page };
}
