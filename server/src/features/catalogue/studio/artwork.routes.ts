import { patchSongArt } from "@wrapsody/shared/studio.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route } from "../../../platform/routing.ts";
import { replaceArtwork } from "./artwork.ts";
import type { StudioNeeds } from "./needs.ts";

export function artworkRoutes(context: Context, needs: StudioNeeds): Route[] {
  return [
    route(patchSongArt, ({ session: { accountId }, params, files: { artwork } }) =>
      replaceArtwork(context, needs, { accountId, reference: params.id, artwork }),
    ),
  ];
}
