import type { AnswerOf, BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { getMyDapp, OwnCampaign, postMintBulk } from "@wrapsody/shared/experiences/campaigns.ts";
import {
  countBySlot,
  countCombinations,
  guaranteedPicturesOrNull,
} from "@wrapsody/shared/experiences/combinations.ts";
import { addressErrors } from "@wrapsody/shared/text/pasted-address.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import type { Rows } from "../../../../platform/database/list-query.ts";
import { Failure } from "../../../../platform/failure.ts";
import { parseAddress } from "../../../chain/index.ts";
import { listComponents } from "../../public/campaigns.data.ts";
import { presentCampaign, presentComponent } from "../../public/campaigns.ts";
import { listActivationNeeds } from "../activation/readiness.ts";
import { requireOwnCampaign } from "./own-campaign.ts";
import {
  isPublisher,
  listJoinedCampaigns,
  listOwnCampaigns,
  type OwnCampaignRow,
} from "./own-campaigns.data.ts";

/** Lists a publisher's experiences. For an account without an artist, lists those it takes part in. */
export async function listMyCampaigns(
  context: Context,
  { accountId, list }: { accountId: string; list: ListQuery },
): Promise<Rows<OwnCampaign>> {
  if (await isPublisher(context.db, accountId)) {
    const { data, total } = await listOwnCampaigns(context.db, accountId, list);
    return { data: data.map((row) => presentOwnCampaign(context, row)), total };
  }
  const { data, total } = await listJoinedCampaigns(context.db, accountId, list);
  return { data: data.map((row) => presentJoinedCampaign(context, row)), total };
}

/** Returns the caller's experience with its components. @throws Failure E0001 if it is not the caller's */
export async function readMyCampaign(
  context: Context,
  { accountId, reference }: { accountId: string; reference: string },
): Promise<AnswerOf<typeof getMyDapp>> {
  const row = await requireOwnCampaign(context.db, accountId, reference);
  const components = await listComponents(context.db, row.id);
  return {
    campaign: presentOwnCampaign(context, row),
    components: components.map(presentComponent),
    stats: {
      nfts: row.nfts,
      possibleCombinations: countCombinations(row.type, components),
      slots: countBySlot(components),
    },
  };
}

/** Returns the caller's experience in its API shape. @throws Failure E0001 if it is not the caller's */
export async function readOwnCampaign(
  context: Context,
  db: Executor,
  { accountId, id }: { accountId: string; id: number },
): Promise<OwnCampaign> {
  return presentOwnCampaign(context, await requireOwnCampaign(db, accountId, String(id)));
}

function presentOwnCampaign(context: Context, row: OwnCampaignRow): OwnCampaign {
  const { song_status: _, wallets: _wallets, activation_problem, reward_level, ...campaign } = row;
  const { parts, stage } = campaign;
  return {
    ...presentCampaign(campaign, context.clock.now()),
    cost_per_nft: campaign.cost_cents / 100,
    stage,
    activation_problem,
    reward_level,
    components: parts.length,
    images: parts.filter(({ component_type }) => component_type === "IMAGE").length,
    possible_combinations: countCombinations(row.type, parts),
    possible_pictures: guaranteedPicturesOrNull(row.type, parts),
    needs: stage === "DRAFT" ? listActivationNeeds(context, row) : [],
  };
}

/** Leaves out what only the publisher may know, and shows the price that fans pay now. */
function presentJoinedCampaign(context: Context, row: OwnCampaignRow): OwnCampaign {
  const { cost_per_nft } = presentCampaign(row, context.clock.now());
  return {
    ...presentOwnCampaign(context, row),
    cost_per_nft,
    activation_problem: null,
    reward_level: null,
    needs: [],
  };
}

/**
 * Previews minting many spots to one wallet: validates the input and does nothing.
 *
 * @throws Failure E0001 if it is not the caller's, E0007 for an invalid address, E0032 otherwise
 */
export async function previewBulkMint(
  { db }: Context,
  { accountId, reference, body }: { accountId: string; reference: string; body: BodyOf<typeof postMintBulk> },
): Promise<never> {
  await requireOwnCampaign(db, accountId, reference);
  const parsed = parseAddress(body.wallet);
  if (!parsed.ok)
    throw new Failure("E0007", { errors: [{ field: "wallet", message: addressErrors[parsed.problem] }] });
  const message = "Coming soon! Until then, give drop/{id}/mint the address on as many lines.";
  throw new Failure("E0032", { message });
}
