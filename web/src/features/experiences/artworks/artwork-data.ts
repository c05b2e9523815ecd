import type { CollectedArtwork, Participant } from "@wrapsody/shared/experiences/experiences.ts";

/** Returns the participant's number within the experience, with which its name ends. */
export function participantNumber({ name, nft_id, id }: Pick<Participant, "name" | "nft_id" | "id">): string {
  return /\d+$/.exec(name)?.[0] ?? nft_id ?? String(id);
}

/** Returns whether the token of an artwork is being minted. */
export function isOnItsWay({ minted_at, owner_wallet_address }: CollectedArtwork): boolean {
  return minted_at === null && owner_wallet_address !== null;
}
