import type { Device } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { clientNetwork } from "../../../platform/http/ip-addresses.ts";
import { deleteEventsBefore, insertEvent } from "./security-events.data.ts";

/**
 * Kinds of recorded events about accounts and the catalogue, each named after the fact it states.
 * Administrators read them; `by` in the detail is the account that acted, if it is another one.
 */
export type SecurityEventKind =
  | "signed-up"
  | "claimed"
  | "logged-in"
  | "login-failed"
  | "code-sent"
  | "code-failed"
  | "logged-out"
  | "sessions-ended"
  | "password-reset-asked"
  | "password-changed"
  | "codes-switched-on"
  | "codes-switched-off"
  | "keys-revealed"
  | "keys-rotated"
  | "network-linked"
  | "wallet-linked"
  | "wallet-unlinked"
  | "handed-over"
  | "data-exported"
  | "account-deleted"
  | "account-created-for"
  | "artist-assigned"
  | "import-invited"
  | "import-uninvited"
  | "premium-granted"
  | "premium-withdrawn"
  | "administrator-created"
  | "administrator-granted"
  | "administrator-revoked"
  | "site-settings-changed"
  | "sign-up-invited"
  | "sign-up-invitation-revoked"
  | "artist-created"
  | "wrap-created"
  | "wrap-submitted"
  | "wrap-withdrawn"
  | "wrap-approved"
  | "wrap-rejected"
  | "wrap-deleted"
  | "wnft-requested"
  | "campaign-created"
  | "campaign-activated"
  | "campaign-minted"
  | "campaign-closed"
  | "campaign-deleted"
  | "import-done"
  | "payment-refunded"
  | "payment-seen"
  | "points-released"
  | "points-refused"
  | "points-taken-back"
  | "plays-released"
  | "plays-refused"
  | "jobs-retried";

export type SecurityEvent = {
  /** Undefined if there is no such account: the attempt is recorded anyway and takes as long. */
  accountId: string | undefined;
  kind: SecurityEventKind;
  device: Device;
  /** Contains no secrets: it outlives its subject. */
  detail?: Readonly<Record<string, string | number>>;
};

/** Records an event in the transaction that causes it. */
export async function recordEvent(
  { clock }: Pick<Context, "clock">,
  tx: Executor,
  event: SecurityEvent,
): Promise<void> {
  const { accountId, kind, device, detail = {} } = event;
  const { userAgent } = device;
  await insertEvent(tx, {
    accountId,
    kind,
    network: clientNetwork(device.address),
    userAgent,
    detail,
    at: clock.now(),
  });
}

/** Events are deleted after this. */
const RETENTION_MS = 365 * 24 * 60 * 60 * 1000;

export async function deleteOldEvents({ db, clock }: Context): Promise<void> {
  await deleteEventsBefore(db, new Date(clock.now().getTime() - RETENTION_MS));
}
