import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { deliverFile } from "./deliver.ts";
import type { FileOptions } from "./file-response.ts";
import type { StorageKey } from "./key.ts";
import { readPublicState, requestPublication } from "./registered-files.data.ts";

/** Seconds that a redirect may be kept; so long a browser may ask the CDN for a file that is no longer public. */
const REDIRECT_TTL_S = 60;

/**
 * Sends a file that may be public: redirects to its copy under `S3_PUBLIC_URL` if it has one, else delivers it like any
 * other and asks for a copy. Addresses on pages stay those of this site, so that hiding a wrap changes no page.
 * @throws Failure E0001 as `deliverFile` does
 */
export async function deliverPublicFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage, db, replica, log }: Pick<Context, "storage" | "db" | "replica" | "log">,
  file: { key: StorageKey; options: FileOptions },
): Promise<FastifyReply> {
  const { key, options } = file;
  if (storage.publicCopies === undefined || request.method !== "GET")
    return deliverFile(request, reply, storage, key, options);
  const state = await readPublicState(replica, key);
  if (state === "PUBLIC") {
    return reply
      .header("cache-control", `public, max-age=${REDIRECT_TTL_S}`)
      .redirect(storage.publicCopies.url(key), 302);
  }
  if (state === null)
    requestPublication(db, key).catch((error: unknown) => log.warn({ err: error }, "file not published"));
  return deliverFile(request, reply, storage, key, options);
}
