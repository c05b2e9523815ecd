import {
  deleteSongMaster,
  getMasterLimit,
  getSongMaster,
  masterTooLarge,
  putSongMaster,
} from "@wrapsody/shared/studio/masters.ts";
import type { FastifyInstance } from "fastify";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import { deliverFile } from "../../../platform/storage/deliver.ts";
import { isValidLink } from "./master-links.ts";
import { findMasterFile } from "./masters.data.ts";
import { createMasterLink, deleteMaster, readMasterLimit, replaceMaster } from "./masters.ts";

/** Returns the publishers' routes of masters, with the site's limit of their size. */
export function masterRoutes(context: Context): Route[] {
  const { maxBytes } = context.config.masters;
  const part = { ...putSongMaster.files.master, maxBytes, tooLarge: masterTooLarge(maxBytes) };
  const limitedPut: typeof putSongMaster = { ...putSongMaster, files: { master: part } };
  return [
    route(limitedPut, ({ session: { accountId }, params, files: { master }, idempotencyKey }) =>
      replaceMaster(context, { accountId, reference: params.id, master, key: idempotencyKey }),
    ),
    route(getMasterLimit, async () => ({ master_max_bytes: await readMasterLimit(context) })),
    route(getSongMaster, ({ session: { accountId, member }, params }) =>
      createMasterLink(context, { accountId, reference: params.id, memberId: member?.accountId }),
    ),
    route(deleteSongMaster, ({ session: { accountId }, params }) =>
      deleteMaster(context, { accountId, reference: params.id }),
    ),
  ];
}

/** `GET /masters/{song}/{expires}/{signature}`: a master under an address of `GET song/{id}/master`. */
export function addMasterFiles(app: FastifyInstance, context: Context): void {
  app.get<{
    Params: { song: string; expires: string; signature: string };
    Querystring: { member?: unknown };
  }>("/masters/:song(^\\d{1,9}$)/:expires(^\\d{13}$)/:signature", async (request, reply) => {
    const { song, expires, signature } = request.params;
    const master = await findMasterFile(context.db, Number(song));
    const { member } = request.query;
    const memberId = member === undefined ? undefined : String(member);
    const link = { expiresAt: Number(expires), signature, memberId };
    if (master === undefined || !(await isValidLink(context, master, link))) throw notFound();
    return deliverFile(request, reply, context.storage, master.key, {
      cacheControl: "private, no-store",
      downloadName: master.fileName,
    });
  });
}
