import type { QueryClient } from "@tanstack/react-query";
import { getAuditLog, getUser, getUsers } from "@wrapsody/shared/account-admin.ts";

/** What was known of users before one of them changed is asked for again. */
export function invalidateUsers(client: QueryClient): void {
  for (const { method, path } of [getUser, getUsers, getAuditLog])
    void client.invalidateQueries({ queryKey: [`${method} ${path}`] });
}
