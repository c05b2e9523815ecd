import { imagePath } from "@wrapsody/shared/media.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import { findTokenSong, type TokenSong } from "./metadata.data.ts";

type Attribute = { trait_type: string; value: string | number; display_type?: "number" };

/**
 * The metadata of a wrap's token, as ERC-721 and the marketplaces have it. It names no audio, because that is counted and may
 * be withdrawn, and no owners with their shares, because a token is no register of rights and cannot be mended on IPFS.
 */
export type WrapMetadata = {
  name: string;
  description: string;
  image?: string;
  external_url: string;
  attributes: Attribute[];
};

/** The metadata of a wrap, with its picture at an address of the caller's. */
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

/** As the wrap is now. @throws Failure E0001 where it has no token */
export async function showWrapMetadata(
  { replica, publicUrl }: Context,
  songId: number,
): Promise<WrapMetadata> {
  const facts = await findTokenSong(replica, songId);
  if (facts === undefined) throw notFound();
  const { image_id: image } = facts;
  return buildWrapMetadata(
    facts,
    publicUrl,
    image === null ? undefined : `${publicUrl}${imagePath(image, 960, "jpeg")}`,
  );
}

/** The metadata of the contract that holds the tokens (ERC-7572). */
export function contractMetadata({ publicUrl }: Context) {
  const description =
    "Songs of this house, a token each. The number of a token is the catalogue number of its song.";
  const page = `${publicUrl}/wraps`;
  // ERC-7572 says `external_link`, and most who read it `external_url`.
  return { name: "Wrapsody", symbol: "WRAP", description, external_url: page, external_link: page };
}
