import { patchSongArt } from "@wrapsody/shared/studio.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { StudioDependencies } from "./needs.ts";
import { replaceArtwork } from "./songs/replace-artwork.ts";

export function artworkRoutes(context: Context, needs: StudioDependencies): Route[] {
  return [
    route(patchSongArt, ({ session: { accountId }, params, files: { artwork } }) =>
      replaceArtwork(context, needs, { accountId, reference: params.id, artwork }),
    ),
  ];
}
