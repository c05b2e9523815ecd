import type { Device, Session } from "../../../platform/api/routing.ts";
import { StreamedJson } from "../../../platform/api/streamed-json.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { accountPorts } from "../ports.ts";
import { readUser } from "../users/users.data.ts";
import { recordEvent } from "./security-events.ts";

/** Exports all data about the caller. @throws Failure E0003 if the account has just been deleted */
export async function exportOwnData(
  context: Context,
  { session: { accountId }, device }: { session: Session; device: Device },
): Promise<StreamedJson> {
  const data = await exportAccountData(context, accountId);
  await recordEvent(context, context.db, { accountId, kind: "data-exported", device });
  return data;
}

/**
 * Exports all data about an account: one object per feature with the sections of its export table. Large sections are
 * read while the response is sent.
 *
 * @throws Failure E0003 if the account has just been deleted
 */
export async function exportAccountData(context: Context, accountId: string): Promise<StreamedJson> {
  const { db, clock, encryption } = context;
  const now = clock.now();
  if ((await readUser(db, accountId)) === undefined) throw new Failure("E0003");
  const body: Record<string, unknown> = { exported_at: now.toISOString() };
  for (const [feature, table] of Object.entries(accountPorts().exportTables)) {
    const sections = Object.entries(table).map(
      async ([name, query]) => [name, await query(db, accountId, now, encryption)] as const,
    );
    body[feature] = Object.fromEntries(await Promise.all(sections));
  }
  return new StreamedJson(body);
}
