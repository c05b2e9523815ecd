import { useLazyModule } from "../../../lib/lazy-module.ts";
import { useSignedIn } from "../../../lib/storage/session.ts";

/** Loads the texts of own artworks. Few first visits need the addresses of texts, so they are not part of them. */
async function loadTexts(): Promise<void> {
  const { loadNamespaces } = await import("../../../lib/language/namespaces.ts");
  await loadNamespaces("artwork");
}

/** Loads the actions on the page of an artwork, with their texts. */
export async function loadArtworkActions() {
  const [{ ArtworkActions }] = await Promise.all([import("./artwork-actions.tsx"), loadTexts()]);
  return ArtworkActions;
}

async function loadYours() {
  const [{ OwnOrOther, YoursLine, YoursMark }] = await Promise.all([import("./yours.tsx"), loadTexts()]);
  return { OwnOrOther, YoursLine, YoursMark };
}

/** Returns what marks the reader's own artworks, once it is loaded for a reader who is logged in. */
export function useYours() {
  return useLazyModule("yours", loadYours, useSignedIn()).part;
}
