import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  getAuditLog,
  getUser,
  getUsers,
  type ListedUser,
  patchUser,
} from "@wrapsody/shared/accounts/account-admin.ts";
import type { BodyOf } from "@wrapsody/shared/api/endpoint.ts";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { errorKey } from "../authed-query.tsx";

/** Returns a function that writes an updated user to the cache. */
export function useUpdateUserCache(): (user: ListedUser) => void {
  const client = useQueryClient();
  return (user) => {
    client.setQueryData(queryOf(getUser, { params: { id: user.id } }).queryKey, user);
    invalidateUsers(client);
  };
}

/** Updates the permissions and plan of a user. */
export function useChangeUser(user: ListedUser, onChanged: (user: ListedUser) => void = () => undefined) {
  const updateCache = useUpdateUserCache();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: BodyOf<typeof patchUser>) => apiFetch(patchUser, { params: { id: user.id }, body }),
    onSuccess(changed) {
      updateCache(changed);
      onChanged(changed);
    },
  });
  return {
    change: (body: BodyOf<typeof patchUser>) => {
      if (!isPending) mutate(body);
    },
    busy: isPending,
    failure: error === null ? undefined : errorKey(error),
  };
}

/** Invalidates all queries about users. */
export function invalidateUsers(client: QueryClient): void {
  for (const { method, path } of [getUser, getUsers, getAuditLog])
    void client.invalidateQueries({ queryKey: [`${method} ${path}`] });
}
