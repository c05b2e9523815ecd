import { patchSongAudio } from "@wrapsody/shared/studio.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { replaceAudio } from "./replace-audio.ts";

export function audioRoutes(context: Context): Route[] {
  return [
    route(patchSongAudio, ({ session: { accountId }, params, files: { audio }, idempotencyKey }) =>
      replaceAudio(context, { accountId, reference: params.id, audio, key: idempotencyKey }),
    ),
  ];
}
