import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import type { postSuspension } from "@wrapsody/shared/operations/suspensions.ts";
import * as z from "zod";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { StreamedJson } from "../../../platform/api/streamed-json.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { invalidateAllPages } from "../../../platform/pages/page-invalidation.ts";
import {
  deleteSessions,
  exportAccountData,
  hashToken,
  isSuspendedAccount,
  lockUser,
  makeToken,
  recordEvent,
  requireFreshLogin,
} from "../../accounts/index.ts";
import {
  enqueuePlacing,
  listFilesOf,
  purgeAddressJob,
  syncPublicFilesJob,
  withdrawSongFiles,
} from "../../files/index.ts";
import { reportListingChangesJob } from "../restrictions/listing-changes.ts";
import {
  applyToSongs,
  endRestrictionRow,
  insertRestriction,
  keepRestrictionRow,
  listSongPaths,
} from "../restrictions/restrictions.data.ts";
import { completeSuspension, listPublicPaths, lockCatalogue, lockSuspension } from "./suspensions.data.ts";

type Administrator = { session: Session; device: Device };

/**
 * Suspends a user: their sessions end, login and API keys are refused, and their artists, wraps and experiences leave every page, list,
 * file and card, on all nodes. Sends the statement of reasons with a link to contest it.
 *
 * @throws Failure E0001 for an unknown user, E0005 if they are suspended, E0083 for an administrator
 */
export async function suspendUser(
  context: Context,
  { id, body, session, device }: Administrator & { id: string; body: BodyOf<typeof postSuspension> },
): Promise<void> {
  const { note, ...reasons } = body;
  const by = session.accountId;
  await context.db.transaction().execute(async (tx) => {
    const user = await lockKnownUser(tx, id);
    // As its own row says, under the lock that a change of the role takes: there is always an administrator who can end a suspension.
    if (user.role === "ADMIN") throw new Failure("E0083");
    const now = context.clock.now();
    const suspension = await insertRestriction(
      tx,
      { kind: "account", target: user.id },
      { ...reasons, by, now },
    );
    if (!suspension.isNew) throw new Failure("E0005");
    const code = makeToken();
    await completeSuspension(tx, suspension.id, { note, codeHash: hashToken(code) });
    await deleteSessions(tx, user.id);
    await applyToCatalogue(context, tx, user.id);
    const detail = { restriction: suspension.id, by };
    await recordEvent(context, tx, { accountId: user.id, kind: "account-suspended", device, detail });
    const link = `${context.publicUrl}/suspension?code=${code}`;
    await notify(context, tx, "account-suspended", user, { ...reasons, link });
  });
}

type Decision = Administrator & { id: string; reason: string };

/**
 * Ends the suspension of a user; everything that nothing else restricts is as it was. Notifies them.
 *
 * @throws Failure E0001 for an unknown user, E0005 if they are not suspended
 */
export async function endSuspension(
  context: Context,
  { id, reason, session, device }: Decision,
): Promise<void> {
  const by = session.accountId;
  await context.db.transaction().execute(async (tx) => {
    const user = await lockKnownUser(tx, id);
    const suspension = await lockSuspension(tx, user.id);
    if (suspension === undefined) throw new Failure("E0005");
    await endRestrictionRow(tx, suspension.id, { reason, by, now: context.clock.now() });
    await applyToCatalogue(context, tx, user.id);
    const detail = { restriction: suspension.id, by };
    await recordEvent(context, tx, { accountId: user.id, kind: "account-restored", device, detail });
    await notify(context, tx, "account-restored", user, { reason, link: `${context.publicUrl}/login` });
  });
}

/**
 * Keeps a contested suspension and notifies the user.
 *
 * @throws Failure E0001 for an unknown user, E0005 if no counter-notice awaits a decision
 */
export async function keepSuspension(
  context: Context,
  { id, reason, session, device }: Decision,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const user = await lockKnownUser(tx, id);
    const suspension = await lockSuspension(tx, user.id);
    if (suspension === undefined || suspension.contested_at === null || suspension.kept_at !== null)
      throw new Failure("E0005");
    await keepRestrictionRow(tx, suspension.id, { reason, now: context.clock.now() });
    const detail = { restriction: suspension.id, by: session.accountId };
    await recordEvent(context, tx, { accountId: user.id, kind: "suspension-kept", device, detail });
    await notify(context, tx, "suspension-kept", user, { reason, link: `${context.publicUrl}/terms` });
  });
}

/**
 * Exports the data of a suspended user, who cannot do so, for an administrator to send it.
 *
 * @throws Failure E0001 for an unknown user, E0005 if they are not suspended, E0018 without a fresh login
 */
export async function exportSuspendedData(
  context: Context,
  { id, session, device }: Administrator & { id: string },
): Promise<StreamedJson> {
  await context.db.transaction().execute(async (tx) => {
    const user = await lockKnownUser(tx, id);
    if (!(await isSuspendedAccount(tx, user.id))) throw new Failure("E0005");
    await requireFreshLogin(context, tx, session);
    const detail = { by: session.accountId };
    await recordEvent(context, tx, { accountId: user.id, kind: "suspended-data-exported", device, detail });
  });
  return exportAccountData(context, id);
}

async function lockKnownUser(tx: Executor, id: string) {
  const found = z.guid().safeParse(id).success ? await lockUser(tx, id) : undefined;
  if (found === undefined) throw notFound();
  return found.user;
}

/** Applies a suspension that began or ended to everything of the account. Suspensions are rare, so they drop all kept pages. */
async function applyToCatalogue(
  { queue, config, publicUrl }: Context,
  tx: Executor,
  accountId: string,
): Promise<void> {
  const songs = await lockCatalogue(tx, accountId);
  const thing = { kind: "account", target: accountId } as const;
  const before = await listFilesOf(tx, thing);
  await applyToSongs(tx, songs);
  await withdrawSongFiles(tx, songs);
  await invalidateAllPages(tx);
  await enqueuePlacing({ queue }, tx, { thing, before });
  // Otherwise the copies would stay until the job's next minute.
  await queue.enqueue(tx, syncPublicFilesJob, {}, { priority: "urgent" });
  await queue.enqueue(tx, reportListingChangesJob, {});
  if (config.cdnPurge === undefined) return;
  const paths = [...(await listPublicPaths(tx, accountId)), ...(await listSongPaths(tx, songs))];
  for (const path of paths) await queue.enqueue(tx, purgeAddressJob, { url: `${publicUrl}${path}` });
}
