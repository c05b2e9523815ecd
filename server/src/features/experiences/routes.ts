import {
  getArtistExperiences,
  getComponents,
  getDrop,
  getDropMetadata,
  getDropNfts,
  getDrops,
  getMyArt,
  getParticipant,
} from "@wrapsody/shared/experiences.ts";
import type { Context } from "../../platform/context.ts";
import { type Route, route } from "../../platform/routing.ts";
import {
  campaignStats,
  campaignsOfArtist,
  campaignsPage,
  componentsOfCampaign,
  participantsPage,
  showCampaign,
  showParticipant,
} from "./campaigns.ts";
import { collectedPage } from "./collection.ts";
import { earningRoutes } from "./earnings/routes.ts";
import { participationRoutes } from "./participation/routes.ts";
import { qrRoutes } from "./qr/routes.ts";
import type { CampaignNeeds } from "./studio/needs.ts";
import { campaignStudioRoutes } from "./studio/routes.ts";

export function experienceRoutes(context: Context, needs: CampaignNeeds): Route[] {
  return [
    ...campaignStudioRoutes(context, needs),
    ...earningRoutes(context),
    ...qrRoutes(context),
    ...participationRoutes(context),
    route(getDrops, ({ list }) => campaignsPage(context, list)),
    route(getDropNfts, ({ list }) => participantsPage(context, list)),
    route(getDrop, ({ params }) => showCampaign(context, params.id)),
    route(getDropMetadata, ({ params }) => campaignStats(context, params.id)),
    route(getParticipant, ({ params }) => showParticipant(context, params.id, params.participantId)),
    route(getComponents, ({ params }) => componentsOfCampaign(context, params.id)),
    route(getMyArt, ({ session, list }) => collectedPage(context, session, list)),
    route(getArtistExperiences, ({ params, list }) => campaignsOfArtist(context, params.id, list)),
  ];
}
