import type { DeviceSession, getSessions } from "@wrapsody/shared/account-settings.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import { parse } from "bowser";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import type { Device, Session } from "../../../platform/routing.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { type DeviceRow, listSessions, sessionExists } from "./devices.data.ts";
import { deleteSession, deleteSessions } from "./sessions.data.ts";

/** Nobody looks through more devices than that. */
const MAX_DEVICES = 100;

/** The devices that are signed in, the caller's own first. */
export async function listDevices(
  { db, clock }: Context,
  { accountId, sessionId }: Session,
): Promise<AnswerOf<typeof getSessions>> {
  const given = { current: sessionId, now: clock.now(), limit: MAX_DEVICES };
  const { data, total } = await listSessions(db, accountId, given);
  return { data: data.map(toDeviceSession), total };
}

function toDeviceSession({ user_agent: userAgent, ...session }: DeviceRow): DeviceSession {
  return { ...session, ...parseUserAgent(userAgent) };
}

/** What a program says of itself, as people speak of it: "Firefox 140" on "macOS". */
function parseUserAgent(userAgent: string): Pick<DeviceSession, "browser" | "system"> {
  if (userAgent === "") return { browser: null, system: null };
  const { browser, os } = parse(userAgent);
  const [version = ""] = (browser.version ?? "").split(".");
  return { browser: `${browser.name ?? ""} ${version}`.trim() || null, system: os.name || null };
}

/**
 * Signs a device of the caller's out, which may be the one that calls.
 *
 * @throws Failure E0001 where somebody else is signed in with it; one that has left already is no error
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
    const own = { kind: "logged-out" } as const;
    const other = { kind: "sessions-ended", detail: { sessions: ended } } as const;
    await recordEvent(context, tx, { accountId, device, ...(id === sessionId ? own : other) });
  });
}

/** Signs all devices out but the one that calls. Answers how many there were. */
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
