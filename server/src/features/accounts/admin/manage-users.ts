import {
  type AuditKind,
  administratorMessages,
  type ListedUser,
  type patchUser,
  type postUserFor,
} from "@wrapsody/shared/accounts/account-admin.ts";
import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import * as z from "zod";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { accountPorts } from "../ports.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { requireFreshLogin } from "../sessions/sessions.ts";
import { hasAdministrator, lockAdministrators, updateRole } from "../setup/administrators.data.ts";
import { createInvitedAccount } from "../sign-up/invitations.ts";
import { administrationLink, importLink, planLink, settingsLink } from "../site-links.ts";
import { isSuspendedAccount, lockUser, type UserRow } from "../users/users.data.ts";
import { deleteImportInvitation, insertImportInvitation, updateTrust } from "./user-list.data.ts";
import { getListedUser } from "./user-list.ts";

/** The administrator who makes the call. */
export type Administrator = { session: Session; device: Device };

/**
 * Creates an account as `createInvitedAccount` and returns it.
 *
 * @throws Failure E0007 on `artist_id` for an unknown artist
 */
export async function createUser(
  context: Context,
  { body, ...decider }: Administrator & { body: BodyOf<typeof postUserFor> },
): Promise<ListedUser> {
  const { artist_id: artistId, ...invited } = body;
  return context.db.transaction().execute(async (tx) => {
    if (artistId !== undefined && !(await accountPorts().catalogue.lockArtist(tx, artistId)))
      throw new Failure("E0007", { errors: [{ field: "artist_id", message: "Artist not found." }] });
    const artist = artistId === undefined ? {} : { artistId };
    const { accountId, outcome } = await createInvitedAccount(context, tx, { ...invited, ...artist });
    const detail: Record<string, number> = artistId === undefined ? {} : { artist: artistId };
    const kind = eventKinds[outcome];
    if (kind !== undefined) await recordDecision(context, tx, { decider, accountId, kind, detail });
    return getListedUser(context, tx, accountId);
  });
}

const eventKinds = {
  invited: "account-created-for",
  "handed over": "artist-assigned",
  unchanged: undefined,
} as const;

/**
 * Updates the role, the import invitation, the trust and the granted premium plan of a user. Unchanged values are neither recorded
 * nor mailed, so a repeat does nothing.
 *
 * @throws Failure E0001 for an unknown user, E0018 if the role changes without a fresh login, E0007 on `premium_until` for a day in the past, on `administrator` for an
 *   unconfirmed or suspended account and for the last administrator who can log in
 */
export async function updateUser(
  context: Context,
  { id, body, ...decider }: Administrator & { id: string; body: BodyOf<typeof patchUser> },
): Promise<ListedUser> {
  const { may_import: mayImport, trusted, administrator, premium_until: lastDay } = body;
  const until = typeof lastDay === "string" ? endOfDay(lastDay) : undefined;
  if (until !== undefined && until <= context.clock.now())
    throw new Failure("E0007", { errors: [{ field: "premium_until", message: "This day is in the past." }] });
  return context.db.transaction().execute(async (tx) => {
    // Before the account's row, in the order of all changes of administrators.
    if (administrator !== undefined) await lockAdministrators(tx);
    const row = z.guid().safeParse(id).success ? await lockUser(tx, id) : undefined;
    if (row === undefined) throw notFound();
    const change = { decider, user: row.user, verified: row.verified };
    if (administrator !== undefined) await updateAdministrator(context, tx, change, administrator);
    if (mayImport !== undefined) await updateImportInvitation(context, tx, change, mayImport);
    if (trusted !== undefined) await updatePublisherTrust(context, tx, change, trusted);
    if (lastDay !== undefined) await updateGrantedPlan(context, tx, change, lastDay);
    return getListedUser(context, tx, id);
  });
}

type UserChange = { decider: Administrator; user: UserRow; verified: boolean };

/** The caller holds the lock of administrators. */
async function updateAdministrator(
  context: Context,
  tx: Executor,
  { decider, user, verified }: UserChange,
  isAdministrator: boolean,
) {
  const { id: accountId } = user;
  // A repeat changes nothing, and neither does revoking what an artist or a fan does not have.
  if ((user.role === "ADMIN") === isAdministrator) return;
  await requireFreshLogin(context, tx, decider.session);
  if (isAdministrator && !verified) throw invalidAdministrator(administratorMessages.unconfirmed);
  if (isAdministrator && (await isSuspendedAccount(tx, accountId)))
    throw invalidAdministrator(administratorMessages.suspended);
  if (!isAdministrator && !(await hasAdministrator(tx, accountId)))
    throw invalidAdministrator(administratorMessages.last);
  await updateRole(tx, { accountId, role: isAdministrator ? "ADMIN" : "PROVIDER" });
  const kind = isAdministrator ? "administrator-granted" : "administrator-revoked";
  await recordDecision(context, tx, { decider, accountId, kind });
  const link = isAdministrator ? administrationLink(context) : settingsLink(context);
  await notify(context, tx, kind, user, { link });
}

function invalidAdministrator(message: string): Failure {
  return new Failure("E0007", { errors: [{ field: "administrator", message }] });
}

async function updateImportInvitation(
  context: Context,
  tx: Executor,
  change: UserChange,
  mayImport: boolean,
) {
  const { decider, user } = change;
  const { accountId: invitedBy } = decider.session;
  const now = context.clock.now();
  const isChanged = mayImport
    ? await insertImportInvitation(tx, { accountId: user.id, invitedBy, now })
    : await deleteImportInvitation(tx, user.id);
  if (!isChanged) return;
  const kind = mayImport ? "import-invited" : "import-uninvited";
  await recordDecision(context, tx, { decider, accountId: user.id, kind });
  if (mayImport) await notify(context, tx, "import-invited", user, { link: importLink(context) });
}

/** Changes that wait already stay so. */
async function updatePublisherTrust(
  context: Context,
  tx: Executor,
  { decider, user: { id: accountId } }: UserChange,
  isTrusted: boolean,
) {
  if (!(await updateTrust(tx, { accountId, isTrusted, now: context.clock.now() }))) return;
  const kind = isTrusted ? "publisher-trusted" : "publisher-untrusted";
  await recordDecision(context, tx, { decider, accountId, kind });
}

async function updateGrantedPlan(
  context: Context,
  tx: Executor,
  { decider, user }: UserChange,
  lastDay: string | null,
) {
  const { id: accountId } = user;
  if (lastDay === null) {
    if (await accountPorts().subscriptions.revokePlan(tx, accountId))
      await recordDecision(context, tx, { decider, accountId, kind: "premium-withdrawn" });
    return;
  }
  if (
    !(await accountPorts().subscriptions.grantPlan(tx, {
      accountId,
      until: endOfDay(lastDay),
      now: context.clock.now(),
    }))
  )
    return;
  await recordDecision(context, tx, {
    decider,
    accountId,
    kind: "premium-granted",
    detail: { until: lastDay },
  });
  await notify(context, tx, "premium-granted", user, { lastDay, link: planLink(context) });
}

/** Returns the end of a day (YYYY-MM-DD, UTC). */
function endOfDay(day: string): Date {
  return new Date(Date.parse(day) + 24 * 60 * 60 * 1000);
}

async function recordDecision(
  context: Context,
  tx: Executor,
  decision: {
    decider: Administrator;
    accountId: string;
    kind: AuditKind;
    detail?: Record<string, string | number>;
  },
): Promise<void> {
  const { decider, accountId, kind, detail = {} } = decision;
  const { session, device } = decider;
  await recordEvent(context, tx, { accountId, kind, device, detail: { ...detail, by: session.accountId } });
}
