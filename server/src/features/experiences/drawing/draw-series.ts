import { isNineTiles } from "@wrapsody/shared/experiences/combinations.ts";
import type { Campaign, Component } from "@wrapsody/shared/experiences/experiences.ts";
import {
  createPrng,
  type DrawState,
  drawGenerative,
  drawRandom,
  isAvailable,
  type Prng,
  rarityScores,
  signatureOf,
} from "../../artwork/index.ts";

/** A component, as far as drawing depends on it. */
export type DrawableComponent = Pick<
  Component,
  "id" | "slot_number" | "component_type" | "rarity" | "max_permitted"
>;
type CampaignType = Campaign["type"];

const NO_SIGNATURES: DrawState["taken"] = new Set<string>();

/**
 * Draws one picture per seed, in order; `drawn` is what was drawn before. An entry is undefined if no combination is left.
 * Deterministic: the same seeds draw the same pictures.
 */
export function drawSeries<P extends DrawableComponent>(
  type: CampaignType,
  parts: readonly P[],
  { seeds, drawn }: { seeds: readonly string[]; drawn: DrawState },
): (P[] | undefined)[] {
  const used = new Map(drawn.used);
  const ownSignatures = new Set<string>();
  const taken = { has: (signature: string) => ownSignatures.has(signature) || drawn.taken.has(signature) };
  return seeds.map((seed) => {
    const draw = drawComponents(type, parts, { used, taken }, createPrng(seed));
    if (draw === undefined) return undefined;
    ownSignatures.add(signatureOf(draw));
    for (const { id } of draw) used.set(id, (used.get(id) ?? 0) + 1);
    return draw;
  });
}

/**
 * Draws the components of one picture: one of each slot, or for RANDOM all nine tiles in shuffled order. FIXED_IMAGE pictures
 * need not be unique. Returns undefined if no combination is left.
 */
function drawComponents<P extends DrawableComponent>(
  type: CampaignType,
  parts: readonly P[],
  drawn: DrawState,
  chance: Prng,
): P[] | undefined {
  if (type === "RANDOM") {
    const canBeShuffled = isNineTiles(parts) && parts.every((part) => isAvailable(part, drawn.used));
    return canBeShuffled ? drawRandom(parts, drawn, chance) : undefined;
  }
  if (type === "GENERATIVE") return drawGenerative(parts, drawn, chance);
  return parts.length === 0 ? [] : drawGenerative(parts, { ...drawn, taken: NO_SIGNATURES }, chance);
}

/** Returns a function that scores the rarity of a draw, 0 to 99. All orders of RANDOM are equally likely, so they score 0. */
export function buildRarityScorer<P extends DrawableComponent>(
  type: CampaignType,
  parts: readonly P[],
): (draw: readonly P[]) => number {
  return type === "RANDOM" ? () => 0 : rarityScores(parts);
}
