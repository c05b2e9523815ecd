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
import { type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { earningRoutes } from "./earnings/routes.ts";
import { participationRoutes } from "./participation/routes.ts";
import {
  listArtistCampaigns,
  listCollection,
  listPublicCampaigns,
  listPublicComponents,
  listPublicParticipants,
  readCampaign,
  readCampaignStats,
  readParticipant,
} from "./public/campaigns.ts";
import { qrRoutes } from "./qr/routes.ts";
import { campaignStudioRoutes } from "./studio/routes.ts";

export function experienceRoutes(context: Context): Route[] {
  return [
    ...campaignStudioRoutes(context),
    ...earningRoutes(context),
    ...qrRoutes(context),
    ...participationRoutes(context),
    route(getDrops, ({ list }) => listPublicCampaigns(context, list)),
    route(getDropNfts, ({ list }) => listPublicParticipants(context, list)),
    route(getDrop, ({ params }) => readCampaign(context, params.id)),
    route(getDropMetadata, ({ params }) => readCampaignStats(context, params.id)),
    route(getParticipant, ({ params }) => readParticipant(context, params.id, params.participantId)),
    route(getComponents, ({ params }) => listPublicComponents(context, params.id)),
    route(getMyArt, ({ session, list }) => listCollection(context, session, list)),
    route(getArtistExperiences, ({ params, list }) => listArtistCampaigns(context, params.id, list)),
  ];
}
