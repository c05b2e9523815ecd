import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { invalidateAllPages } from "../../../platform/pages/page-invalidation.ts";
import { readContact, recordEvent } from "../../accounts/index.ts";
import {
  enqueuePlacing,
  listFilesOf,
  purgeAddressJob,
  syncPublicFilesJob,
  withdrawSongFiles,
} from "../../files/index.ts";
import { type FoundThing, findThing, listConcernedSongs, type Thing } from "../things.data.ts";
import { reportListingChangesJob } from "./listing-changes.ts";
import {
  applyToSongs,
  endRestrictionRow,
  insertRestriction,
  listSongPaths,
  lockRestrictedArtist,
  lockRestriction,
  type StatementOfReasons,
} from "./restrictions.data.ts";

type Administrator = { session: Session; device: Device };

/**
 * Restricts a thing: it leaves every page, list, file and card, on all nodes, within seconds of the commit. Sends the statement of
 * reasons to its owner. Returns the restriction; the one in force if there is one.
 */
export async function restrictThing(
  context: Context,
  tx: Executor,
  {
    thing,
    found,
    reasons,
    administrator,
  }: {
    thing: Thing;
    found: FoundThing;
    reasons: StatementOfReasons;
    administrator: Administrator;
  },
): Promise<number> {
  const { session, device } = administrator;
  const now = context.clock.now();
  const { id, isNew } = await insertRestriction(tx, thing, { ...reasons, by: session.accountId, now });
  if (!isNew) return id;
  await applyRestrictions(context, tx, thing);
  await purgeAddresses(context, tx, thing);
  await recordEvent(context, tx, {
    accountId: found.ownerId ?? undefined,
    kind: "content-restricted",
    device,
    detail: { restriction: id, name: thing.title, by: session.accountId },
  });
  const restricted = { ...found, thing };
  for (const owner of listOwners(restricted))
    await notify(context, tx, "content-restricted", await readContact(tx, owner), {
      thing: thing.title,
      ...reasons,
      link: `${context.publicUrl}${ownPath(restricted, owner)}`,
    });
  return id;
}

type Ending = Administrator & { id: number; reason: string };

/**
 * Ends a restriction; what nothing else restricts is as its owner left it. Notifies the owner.
 *
 * @throws Failure E0001 for an unknown restriction, E0005 if it has ended
 */
export async function endRestriction(
  context: Context,
  { id, reason, session, device }: Ending,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const restriction = await lockRestriction(tx, id);
    if (restriction === undefined) throw notFound();
    if (restriction.ended_at !== null) throw new Failure("E0005");
    const by = session.accountId;
    await endRestrictionRow(tx, id, { reason, by, now: context.clock.now() });
    await applyRestrictions(context, tx, restriction);
    const found = await findThing(tx, restriction.kind, restriction.target);
    const title = found?.thing.title ?? "";
    await recordEvent(context, tx, {
      accountId: found?.ownerId ?? undefined,
      kind: "content-restored",
      device,
      detail: { restriction: id, name: title, by },
    });
    if (found === undefined) return;
    const link = `${context.publicUrl}${found.thing.path}`;
    for (const owner of listOwners(found))
      await notify(context, tx, "content-restored", await readContact(tx, owner), {
        thing: title,
        reason,
        link,
      });
  });
}

/** An artwork also concerns the fan whose it is. */
export function listOwners({ thing, ownerId, collectorId }: FoundThing): string[] {
  const owners = [ownerId, thing.kind === "artwork" ? collectorId : null];
  return [...new Set(owners.filter((owner) => owner !== null))];
}

/** Applies the restrictions in force to everything that depends on the thing. Restrictions are rare, so they drop all kept pages. */
async function applyRestrictions(
  context: Context,
  tx: Executor,
  thing: Pick<Thing, "kind" | "target">,
): Promise<void> {
  await lockRestrictedArtist(tx, thing);
  const before = await listFilesOf(tx, thing);
  const songs = await listConcernedSongs(tx, thing);
  await applyToSongs(tx, songs);
  await withdrawSongFiles(tx, songs);
  await invalidateAllPages(tx);
  await enqueuePlacing(context, tx, { thing, before });
  // Otherwise the copies would stay until the job's next minute.
  await context.queue.enqueue(tx, syncPublicFilesJob, {}, { priority: "urgent" });
  await context.queue.enqueue(tx, reportListingChangesJob, {});
}

/** Purges the pages, players and cards of a thing and of the wraps that it concerns from the CDN. Files are purged with their copies. */
async function purgeAddresses(
  { queue, config, publicUrl }: Context,
  tx: Executor,
  { kind, target, path }: Thing,
): Promise<void> {
  if (config.cdnPurge === undefined) return;
  const own = [path, `/cards/${kind}/${target}.png`, ...(kind === "artwork" ? [] : [`/embed${path}`])];
  const dependent = await listSongPaths(tx, await listConcernedSongs(tx, { kind, target }));
  for (const address of new Set([...own, ...dependent]))
    await queue.enqueue(tx, purgeAddressJob, { url: `${publicUrl}${address}` });
}

/** Returns the page on which an owner sees the restriction. */
export function ownPath({ thing: { kind, target }, collectorId }: FoundThing, owner: string): string {
  switch (kind) {
    case "wrap":
      return `/my/wrap/${target}`;
    case "artist":
      return `/my/artist/${target}`;
    case "experience":
      return `/my/experiences/${target}`;
    case "artwork":
      return owner === collectorId ? "/my/art" : `/my/experiences/${target.split("-")[0]}`;
    case "playlist":
      return "/my/library";
  }
}
