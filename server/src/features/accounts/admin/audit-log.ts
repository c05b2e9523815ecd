import type { AuditEntry } from "@wrapsody/shared/accounts/account-admin.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Rows } from "../../../platform/database/list-query.ts";
import { type AuditObject, accountPorts } from "../ports.ts";
import { parseUserAgent } from "../sessions/devices.ts";
import { type AuditRow, listAuditEvents } from "./audit-log.data.ts";

/** Lists recorded events with the objects that they are about, as these are named now. */
export async function showAuditLog(db: Executor, list: ListQuery): Promise<Rows<AuditEntry>> {
  const { data, total } = await listAuditEvents(db, list);
  const objectOf = await findObjects(db, data);
  return {
    data: data.map((event) => ({
      ...event,
      ...parseUserAgent(event.user_agent),
      object: objectOf(event),
    })),
    total,
  };
}

/** Returns a function that finds the object whose id the detail of an event has. */
async function findObjects(
  db: Executor,
  events: readonly AuditRow[],
): Promise<(event: AuditRow) => AuditEntry["object"]> {
  const parts = accountPorts().administration.flatMap(({ findObjects: find = {} }) => Object.entries(find));
  const found = new Map<string, AuditObject>();
  await Promise.all(
    parts.map(async ([key, find]) => {
      const ids = [...new Set(events.flatMap(({ detail }) => detail[key] ?? []))].map(String);
      if (ids.length === 0) return;
      for (const object of await find(db, ids)) found.set(`${key} ${object.id}`, object);
    }),
  );
  return ({ detail }) => {
    for (const [key] of parts) {
      const object = found.get(`${key} ${detail[key]}`);
      if (object !== undefined) return { name: object.name, path: object.path };
    }
    return null;
  };
}
