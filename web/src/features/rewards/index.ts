import { loadTexts } from "../../lib/later-texts.ts";

/**
 * What somebody who is signed in has of a wrap's levels: the button that claims one, or the claim, and when the next listen counts. It
 * stands on much that this file does not, so that the page of a wrap need not name it all.
 */
export async function loadClaiming() {
  const [{ LevelClaim }, { NextListenOf }] = await Promise.all([
    import("./level-claim.tsx"),
    import("./next-listen-of.tsx"),
    loadTexts("claims", "wallets"),
  ]);
  return { LevelClaim, NextListenOf };
}

/** The private experiences that the reader's claims open, with the way to each. */
export async function loadOpenedExperiences() {
  const [{ OpenedExperiences }] = await Promise.all([
    import("./opened-experiences.tsx"),
    loadTexts("claims"),
  ]);
  return OpenedExperiences;
}
