import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { postQr, simulation } from "@wrapsody/shared/experiences/campaigns.ts";
import {
  countCombinations,
  countGuaranteedPictures,
  guaranteedPicturesOrNull,
} from "@wrapsody/shared/experiences/combinations.ts";
import { type Campaign, toWeight } from "@wrapsody/shared/experiences/experiences.ts";
import type { z } from "zod";
import type { Context } from "../../../../platform/context.ts";
import { encodeQr, photoPlaceholder, renderPreviews } from "../../../artwork/index.ts";
import { buildRarityScorer, drawSeries } from "../../drawing/draw-series.ts";
import { buildQrText, layOutDraw, toArtworkSpec } from "../../drawing/picture.ts";
import { type ComponentRow, listComponents } from "../../public/campaigns.data.ts";
import { requireOwnCampaign } from "../campaigns/own-campaign.ts";
import type { OwnCampaignRow } from "../campaigns/own-campaigns.data.ts";
import { readSeed } from "./components.data.ts";

export type Simulation = z.output<typeof simulation>;

/** Side of a sample. */
const SAMPLE_SIDE_PX = 300;
/** Placeholder for the participant id in QR links. */
const NO_PARTICIPANT = 0;

/**
 * Draws samples of the caller's experience with the production engine, from other seeds than the participants'. Repeatable; returns
 * fewer samples if no more can be drawn.
 *
 * @throws Failure E0001 if it is not the caller's
 */
export async function simulate(
  context: Context,
  { accountId, reference, samples }: { accountId: string; reference: string; samples: number },
): Promise<Simulation> {
  const { db } = context;
  const campaign = await requireOwnCampaign(db, accountId, reference);
  const components = await listComponents(db, campaign.id);
  const draws = drawSamples(campaign.type, components, { seed: await readSeed(db, campaign.id), samples });
  return {
    combinations: countCombinations(campaign.type, components),
    pictures: guaranteedPicturesOrNull(campaign.type, campaign.parts),
    verdict: judgeSupply(campaign),
    components: countShares(campaign.type, components, draws),
    samples: await composeSamples(context, campaign, { components, draws }),
  };
}

function drawSamples(
  type: Campaign["type"],
  components: readonly ComponentRow[],
  { seed, samples }: { seed: string; samples: number },
): ComponentRow[][] {
  const count = Math.min(samples, countGuaranteedPictures(type, components));
  // Other seeds than the participants', whose draws must not be predictable.
  const seeds = Array.from({ length: count }, (_, number) => `${seed} sample ${number}`);
  const drawn = { used: new Map<number, number>(), taken: new Set<string>() };
  return drawSeries(type, components, { seeds, drawn }).filter((draw) => draw !== undefined);
}

function judgeSupply({ type, parts, max_nfts }: OwnCampaignRow): Simulation["verdict"] {
  if (max_nfts === 0) return "UNLIMITED";
  const guaranteed = countGuaranteedPictures(type, parts);
  if (max_nfts === guaranteed) return "EXACT";
  return max_nfts < guaranteed ? "ENOUGH" : "TOO_FEW";
}

function countShares(
  type: Campaign["type"],
  components: readonly ComponentRow[],
  draws: readonly ComponentRow[][],
): Simulation["components"] {
  const weights = new Map<number, number>();
  for (const { slot_number, rarity } of components) {
    weights.set(slot_number, (weights.get(slot_number) ?? 0) + toWeight({ rarity }));
  }
  const drawn = Map.groupBy(draws.flat(), ({ id }) => id);
  return components.map((component) => {
    const { id, name, slot_number } = component;
    const share = toWeight(component) / (weights.get(slot_number) ?? 1);
    // Every RANDOM picture contains every tile.
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
    textOf: (part: ComponentRow) => buildQrText(context.publicUrl, part, { songId, nftId: NO_PARTICIPANT }),
    photoOf: () => photoPlaceholder,
  };
  const score = buildRarityScorer(type, components);
  const pictures = await renderPreviews(
    context,
    draws.map((draw) => toArtworkSpec(layOutDraw(campaign, draw, own))),
    SAMPLE_SIDE_PX,
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

/** Placeholder for the ids of unsaved components and of participants. */
const UNASSIGNED_ID = 0;

/**
 * Returns the QR code of a component of the caller's experience, built as for artworks, with a placeholder for the
 * participant.
 *
 * @throws Failure E0001 for another account's experience
 */
export async function previewQrCode(
  { db, publicUrl }: Context,
  input: { accountId: string; reference: string; body: BodyOf<typeof postQr> },
): Promise<AnswerOf<typeof postQr>> {
  const { component_id, ...link } = input.body;
  const { song_id: songId } = await requireOwnCampaign(db, input.accountId, input.reference);
  const { rows, leastWidth } = encodeQr(
    buildQrText(publicUrl, { ...link, id: component_id ?? UNASSIGNED_ID }, { songId, nftId: UNASSIGNED_ID }),
  );
  return { rows, least_width: leastWidth };
}
