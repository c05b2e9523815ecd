import type { getAuditLog } from "@wrapsody/shared/account-admin.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { Context } from "../../../platform/context.ts";
import { listAuditEvents } from "./audit-log.data.ts";

/** Lists recorded events, the latest first. Events of deleted accounts have no account. */
export function getAuditPage({ db }: Context, list: ListQuery): Promise<AnswerOf<typeof getAuditLog>> {
  return listAuditEvents(db, list);
}
