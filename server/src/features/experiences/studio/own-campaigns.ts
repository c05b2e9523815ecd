import type { getMyDapp, OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database.ts";
import type { Rows } from "../../../platform/list.ts";
import { listComponents } from "../campaigns.data.ts";
import { presentCampaign, presentComponent } from "../campaigns.ts";
import { combinationsOf, possiblePictures, slotsOf } from "../combinations.ts";
import { seeOwn } from "./held.ts";
import type { CampaignNeeds } from "./needs.ts";
import { listOwnCampaigns, type OwnCampaignRow } from "./own.data.ts";
import { needsOf } from "./readiness.ts";

/** A page of the caller's experiences. */
export async function ownCampaigns(
  { db }: Context,
  needs: CampaignNeeds,
  { accountId, list }: { accountId: string; list: ListQuery },
): Promise<Rows<OwnCampaign>> {
  const { data, total } = await listOwnCampaigns(db, accountId, list);
  return { data: data.map((row) => presentOwn(needs, row)), total };
}

/** An experience of the caller's with its components. @throws Failure E0001 for somebody else's */
export async function ownCampaign(
  { db }: Context,
  needs: CampaignNeeds,
  { accountId, reference }: { accountId: string; reference: string },
): Promise<AnswerOf<typeof getMyDapp>> {
  const row = await seeOwn(db, accountId, reference);
  const components = await listComponents(db, row.id);
  return {
    campaign: presentOwn(needs, row),
    components: components.map(presentComponent),
    stats: {
      nfts: row.nfts,
      possibleCombinations: combinationsOf(row.type, components),
      slots: slotsOf(components),
    },
  };
}

/** An experience of the caller's as the wire shows it. @throws Failure E0001 for somebody else's */
export async function readOwn(
  db: Executor,
  needs: CampaignNeeds,
  { accountId, id }: { accountId: string; id: number },
): Promise<OwnCampaign> {
  return presentOwn(needs, await seeOwn(db, accountId, String(id)));
}

export function presentOwn(needs: CampaignNeeds, row: OwnCampaignRow): OwnCampaign {
  const { song_status: _, activation_problem, reward_level, ...campaign } = row;
  const { parts, stage } = campaign;
  return {
    ...presentCampaign(campaign),
    stage,
    activation_problem,
    reward_level,
    components: parts.length,
    images: parts.filter(({ component_type }) => component_type === "IMAGE").length,
    possible_combinations: combinationsOf(row.type, parts),
    possible_pictures: possiblePictures(row.type, parts),
    needs: stage === "DRAFT" ? needsOf(row, needs) : [],
  };
}
