import type { simulation } from "@wrapsody/shared/campaigns.ts";
import { type Campaign, weightOf } from "@wrapsody/shared/experiences.ts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { drawPreviews, photoPlaceholder } from "../../artwork/index.ts";
import { type ComponentRow, listComponents } from "../campaigns.data.ts";
import { certainPictures, combinationsOf, possiblePictures } from "../combinations.ts";
import { drawSeries, scoresOf } from "../drawing.ts";
import { pictureOf } from "../pictures.ts";
import { qrText } from "../qr-links.ts";
import { seeOwn } from "./held.ts";
import type { OwnCampaignRow } from "./own.data.ts";
import { readSeed } from "./simulation.data.ts";

export type Simulation = z.output<typeof simulation>;

/** Pixels of a sample's side. */
const sampleSide = 300;
/** The number that stands for a participant's in the links of codes. */
const nobody = 0;

/**
 * Draws samples of an experience of the caller's as it would draw in earnest, though other ones; the same experience gives
 * the same samples. There are fewer than asked for where no more can be drawn.
 *
 * @throws Failure E0001 for somebody else's
 */
export async function simulate(
  context: Context,
  { accountId, reference, samples }: { accountId: string; reference: string; samples: number },
): Promise<Simulation> {
  const { db } = context;
  const campaign = await seeOwn(db, accountId, reference);
  const components = await listComponents(db, campaign.id);
  const draws = drawSamples(campaign.type, components, { seed: await readSeed(db, campaign.id), samples });
  return {
    combinations: combinationsOf(campaign.type, components),
    pictures: possiblePictures(campaign.type, campaign.parts),
    verdict: verdictOf(campaign),
    components: sharesOf(campaign.type, components, draws),
    samples: await composeSamples(context, campaign, { components, draws }),
  };
}

function drawSamples(
  type: Campaign["type"],
  components: readonly ComponentRow[],
  { seed, samples }: { seed: string; samples: number },
): ComponentRow[][] {
  const count = Math.min(samples, certainPictures(type, components));
  // Not what participants get: nobody may see in advance who draws what.
  const seeds = Array.from({ length: count }, (_, number) => `${seed} sample ${number}`);
  const drawn = { used: new Map<number, number>(), taken: new Set<string>() };
  return drawSeries(type, components, { seeds, drawn }).filter((draw) => draw !== undefined);
}

function verdictOf({ type, parts, max_nfts }: OwnCampaignRow): Simulation["verdict"] {
  if (max_nfts === 0) return "UNLIMITED";
  const most = certainPictures(type, parts);
  if (max_nfts === most) return "EXACT";
  return max_nfts < most ? "ENOUGH" : "TOO_FEW";
}

function sharesOf(
  type: Campaign["type"],
  components: readonly ComponentRow[],
  draws: readonly ComponentRow[][],
): Simulation["components"] {
  const weights = new Map<number, number>();
  for (const { slot_number, rarity } of components) {
    weights.set(slot_number, (weights.get(slot_number) ?? 0) + weightOf({ rarity }));
  }
  const drawn = Map.groupBy(draws.flat(), ({ id }) => id);
  return components.map((component) => {
    const { id, name, slot_number } = component;
    const share = weightOf(component) / (weights.get(slot_number) ?? 1);
    // Every picture of RANDOM holds every tile.
    return {
      id,
      name,
      slot_number,
      expected: type === "RANDOM" ? 1 : share,
      drawn: drawn.get(id)?.length ?? 0,
    };
  });
}

async function composeSamples(
  context: Context,
  campaign: OwnCampaignRow,
  { components, draws }: { components: readonly ComponentRow[]; draws: readonly ComponentRow[][] },
): Promise<Simulation["samples"]> {
  const { type, song_id: songId } = campaign;
  const own = {
    textOf: (part: ComponentRow) => qrText(context.publicUrl, part, { songId, nftId: nobody }),
    photoOf: () => photoPlaceholder,
  };
  const score = scoresOf(type, components);
  const pictures = await drawPreviews(
    context,
    draws.map((draw) => pictureOf(campaign, draw, own)),
    sampleSide,
  );
  return draws.map((draw, index) => ({
    traits: draw.map((part, place) => ({
      slot_number: type === "RANDOM" ? place + 1 : part.slot_number,
      component_id: part.id,
      component: part.name,
    })),
    total_rarity_score: score(draw),
    picture: pictures[index]?.toString("base64") ?? "",
  }));
}
