import {
  getArtistExperiences,
  getComponents,
  getDrop,
  getDropMetadata,
  getDropNfts,
  getDrops,
  getMyArt,
  getParticipant,
} from "@wrapsody/shared/experiences/experiences.ts";
import { pageRoute, type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { codeRoutes } from "./codes/routes.ts";
import { earningRoutes } from "./earnings/routes.ts";
import { participationRoutes } from "./participation/routes.ts";
import { phaseRoutes } from "./phases/routes.ts";
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
import {
  artworkListShows,
  artworkShows,
  experienceListShows,
  experienceShows,
} from "./public/page-entities.ts";
import { qrRoutes } from "./qr/routes.ts";
import { campaignStudioRoutes } from "./studio/routes.ts";

export function experienceRoutes(context: Context): Route[] {
  return [
    ...campaignStudioRoutes(context),
    ...earningRoutes(context),
    ...qrRoutes(context),
    ...participationRoutes(context),
    ...phaseRoutes(context),
    ...codeRoutes(context),
    route(getMyArt, ({ session, list }) => listCollection(context, session, list)),
    pageRoute(getDrops, ({ list }) => listPublicCampaigns(context, list), experienceListShows),
    pageRoute(getDropNfts, ({ list }) => listPublicParticipants(context, list), artworkListShows),
    pageRoute(getDrop, ({ params }) => readCampaign(context, params.id), experienceShows),
    pageRoute(
      getDropMetadata,
      ({ params }) => readCampaignStats(context, params.id),
      ({ campaign }) => experienceShows(campaign),
    ),
    pageRoute(
      getParticipant,
      ({ params }) => readParticipant(context, params.id, params.participantId),
      artworkShows,
    ),
    pageRoute(
      getComponents,
      ({ params }) => listPublicComponents(context, params.id),
      ({ campaign }) => experienceShows(campaign),
    ),
    pageRoute(
      getArtistExperiences,
      ({ params, list }) => listArtistCampaigns(context, params.id, list),
      experienceListShows,
    ),
  ];
}
