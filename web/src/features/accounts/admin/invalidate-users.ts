import type { QueryClient } from "@tanstack/react-query";
import { getAuditLog, getUser, getUsers } from "@wrapsody/shared/account-admin.ts";

/** Invalidates all queries about users. */
export function invalidateUsers(client: QueryClient): void {
  for (const { method, path } of [getUser, getUsers, getAuditLog])
    void client.invalidateQueries({ queryKey: [`${method} ${path}`] });
}
