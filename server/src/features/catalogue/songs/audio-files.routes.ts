import type { FastifyInstance } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { deliverFile } from "../../../platform/storage/deliver.ts";
import type { StorageKey } from "../../../platform/storage/key.ts";
import { deliverPublicFile } from "../../../platform/storage/public-files.ts";
import { isSignedAudio } from "../scheduled/audio-links.ts";
import { audioKey } from "./song-presenter.ts";

const route = "/audio/:hash.mp3";

/**
 * `GET /audio/{hash}.mp3`: audio by content hash. Fetching audio is not a play; the player reports plays. `assertUnrestricted` throws for
 * files that may not be delivered.
 */
export function addAudioFiles(
  app: FastifyInstance,
  context: Context,
  assertUnrestricted: (context: Context, key: StorageKey, isSigned: boolean) => Promise<void>,
): void {
  app.get<{ Params: { hash: string }; Querystring: Record<string, unknown> }>(
    route,
    async (request, reply) => {
      const key = audioKey(request.params.hash);
      const isSigned = isSignedAudio(context, key, request.query);
      await assertUnrestricted(context, key, isSigned);
      const options = { contentType: "audio/mpeg" };
      if (isSigned)
        return deliverFile(request, reply, context.storage, key, {
          ...options,
          cacheControl: "private, no-store",
        });
      return deliverPublicFile(request, reply, context, { key, options });
    },
  );
}

/** Returns the storage key behind an audio address, for the server's fast path. */
export function resolveAudioUrl(url: string): { key: StorageKey; route: string } | undefined {
  const hash = /^\/audio\/([0-9a-f]{64})\.mp3$/.exec(url)?.[1];
  return hash === undefined ? undefined : { key: audioKey(hash), route };
}
