import { type AuditKind, operatorActor } from "@wrapsody/shared/accounts/account-admin.ts";
import type { Device } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { clientNetwork } from "../../../platform/http/ip-addresses.ts";
import { deleteEventsBefore, insertEvent } from "./security-events.data.ts";

export type SecurityEvent = {
  /** Undefined if there is no such account: the attempt is recorded anyway and takes as long. */
  accountId: string | undefined;
  kind: AuditKind;
  device: Device;
  /** `by` is the account that acted, if it is another one. Contains no secrets: it outlives its subject. */
  detail?: Readonly<Record<string, string | number>>;
};

/** Records an event in the transaction that causes it. */
export async function recordEvent(
  { clock }: Pick<Context, "clock">,
  tx: Executor,
  event: SecurityEvent,
): Promise<void> {
  const { accountId, kind, device } = event;
  const { userAgent, memberId } = device;
  const detail = memberId === undefined ? (event.detail ?? {}) : { by: memberId, ...event.detail };
  await insertEvent(tx, {
    accountId,
    kind,
    network: clientNetwork(device.address),
    userAgent,
    detail,
    at: clock.now(),
  });
}

/** Records what the operator did on the command line. `accountId` is the account that was changed. */
export function recordOperatorEvent(
  { clock }: Pick<Context, "clock">,
  tx: Executor,
  event: Pick<SecurityEvent, "kind" | "detail"> & { accountId?: string },
): Promise<void> {
  const { accountId, kind, detail = {} } = event;
  return insertEvent(tx, {
    accountId,
    kind,
    network: "",
    userAgent: "",
    detail: { ...detail, by: operatorActor },
    at: clock.now(),
  });
}

/** Events are deleted after this. */
const RETENTION_MS = 365 * 24 * 60 * 60 * 1000;

export async function deleteOldEvents({ db, clock }: Context): Promise<void> {
  await deleteEventsBefore(db, new Date(clock.now().getTime() - RETENTION_MS));
}
