import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { postSamples, SampleLayer } from "@wrapsody/shared/experiences/samples.ts";
import type { Context } from "../../../../platform/context.ts";
import { Failure, notFound } from "../../../../platform/failure.ts";
import { encodeQr, photoPlaceholder } from "../../../artwork/index.ts";
import { checkCode } from "../../codes/redeem.ts";
import { drawSeries } from "../../drawing/draw-series.ts";
import { type LaidComponent, layOutDraw } from "../../drawing/picture.ts";
import {
  type CampaignRow,
  type ComponentRow,
  findPublicCampaign,
  listComponents,
} from "../../public/campaigns.data.ts";
import { readAccess } from "../orders/access.ts";
import { experienceUrl } from "../orders/order-code.ts";
import { readDrawCounts } from "./artworks.data.ts";

type Samples = AnswerOf<typeof postSamples>;
type Sample = Samples["samples"][number];

/** Maximum of different samples. */
const MAX_SAMPLES = 24;
/** Draws among which different samples are found; bounds the cost of a request. */
const DRAWS = 48;

/**
 * Draws sample artworks of an experience by the weights of its components, without used-up ones. Everyone gets the same samples. Renders and stores nothing.
 *
 * @throws Failure E0001 if the experience is not public, and what `assertMayJoin` throws
 */
export async function drawSamples(
  context: Context,
  { reference, accountId, code }: { reference: string; accountId: string; code: string | undefined },
): Promise<Samples> {
  const { db } = context;
  const campaign = await findPublicCampaign(db, reference);
  if (campaign === undefined) throw notFound();
  if (!campaign.is_public_mintable) await assertMayJoin(context, { reference, accountId, code });
  const components = await listComponents(db, campaign.id);
  const used = await readDrawCounts(db, campaign.id);
  const page = experienceUrl(context, campaign);
  return {
    qr_rows: encodeQr(page).rows,
    samples: drawDifferent(campaign, components, used).map((draw) => presentSample(campaign, draw, page)),
  };
}

/** @throws Failure E0034 if the account may not join a private experience, E0007 on `code` if that can't be used */
async function assertMayJoin(
  context: Context,
  { reference, accountId, code }: { reference: string; accountId: string; code: string | undefined },
): Promise<void> {
  const { access } = await readAccess(context, { reference, accountId });
  if (access === "OPEN") return;
  if (code === undefined) throw new Failure("E0034");
  await checkCode(context, { accountId, reference, typed: code });
}

/**
 * The seeds are public and contain nothing of the campaign's secret seed, so samples and artworks are independent. Each sample is drawn on
 * its own, without the signatures of others: those would show which combinations are left, and a search for one of them has no bounded cost.
 */
function drawDifferent(
  { id, type }: CampaignRow,
  components: readonly ComponentRow[],
  used: ReadonlyMap<number, number>,
): ComponentRow[][] {
  const drawn = { used, taken: new Set<string>() };
  const draws = Array.from({ length: DRAWS }, (_, number) =>
    drawSeries(type, components, { seeds: [`sample ${id} ${number}`], drawn }),
  ).flatMap((series) => series.filter((draw) => draw !== undefined));
  const different = new Map(draws.map((draw) => [draw.map(({ id }) => id).join(" "), draw]));
  return [...different.values()].slice(0, MAX_SAMPLES);
}

function presentSample(campaign: CampaignRow, draw: readonly ComponentRow[], page: string): Sample {
  const laid = layOutDraw(campaign, draw, { textOf: () => page, photoOf: () => photoPlaceholder });
  return {
    components: draw.map(({ name }) => name),
    layers: laid.flatMap((each) => presentLayer(campaign, each) ?? []),
  };
}

function presentLayer(
  { image: promo }: CampaignRow,
  { part, layer }: LaidComponent<ComponentRow>,
): SampleLayer | undefined {
  const { place: box } = layer;
  if (layer.kind === "qr") return { kind: "QR_CODE", ...layer.colours, box };
  if (part?.component_type === "PRESELECTED") return { kind: "PHOTO", box };
  const image = part === undefined ? promo : part.image;
  return image === null ? undefined : { kind: "IMAGE", image, box };
}
