import type { DeviceSession, getSessions } from "@wrapsody/shared/accounts/account-settings.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { parse } from "bowser";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import { recordEvent } from "../privacy/security-events.ts";
import {
  type DeviceRow,
  deleteSession,
  deleteSessions,
  listSessions,
  sessionExists,
} from "./sessions.data.ts";

/** Devices listed at most. */
const MAX_DEVICES = 100;

/** Lists the devices of the caller's sessions, the current one first. */
export async function listDevices(
  { db, clock }: Context,
  { accountId, sessionId }: Session,
): Promise<AnswerOf<typeof getSessions>> {
  const options = { current: sessionId, now: clock.now(), limit: MAX_DEVICES };
  const { data, total } = await listSessions(db, accountId, options);
  return { data: data.map(toDeviceSession), total };
}

function toDeviceSession({ user_agent: userAgent, ...session }: DeviceRow): DeviceSession {
  return { ...session, ...parseUserAgent(userAgent) };
}

/** Parses a user agent into names that people know: "Firefox 140" on "macOS". */
export function parseUserAgent(userAgent: string): Pick<DeviceSession, "browser" | "system"> {
  if (userAgent === "") return { browser: null, system: null };
  const { browser, os } = parse(userAgent);
  const [version = ""] = (browser.version ?? "").split(".");
  return { browser: `${browser.name ?? ""} ${version}`.trim() || null, system: os.name || null };
}

/**
 * Ends a session of the caller, possibly the current one. Does nothing if it has ended.
 *
 * @throws Failure E0001 for a session of another account
 */
export async function endSession(
  context: Context,
  { session, device, id }: { session: Session; device: Device; id: string },
): Promise<void> {
  const { accountId, sessionId } = session;
  await context.db.transaction().execute(async (tx) => {
    const ended = await deleteSession(tx, accountId, id);
    if (ended === 0) {
      if (await sessionExists(tx, id)) throw notFound();
      return;
    }
    const ownEvent = { kind: "logged-out" } as const;
    const otherEvent = { kind: "sessions-ended", detail: { sessions: ended } } as const;
    await recordEvent(context, tx, { accountId, device, ...(id === sessionId ? ownEvent : otherEvent) });
  });
}

/** Ends all sessions of the caller except the current one. Returns how many. */
export async function endOtherSessions(
  context: Context,
  { session, device }: { session: Session; device: Device },
): Promise<{ ended: number }> {
  const { accountId, sessionId } = session;
  return context.db.transaction().execute(async (tx) => {
    const ended = await deleteSessions(tx, accountId, sessionId);
    const event = { accountId, kind: "sessions-ended", device, detail: { sessions: ended } } as const;
    if (ended > 0) await recordEvent(context, tx, event);
    return { ended };
  });
}
