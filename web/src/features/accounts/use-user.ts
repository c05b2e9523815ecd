import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { getMe, type User } from "@wrapsody/shared/accounts/accounts.ts";
import { useNavigate } from "react-router";
import { ApiError } from "../../lib/api/api-fetch.ts";
import { queryOf } from "../../lib/pages/page-data.ts";
import { returnTargets, storeReturnTo, storeUser, useSignedIn } from "../../lib/storage/session.ts";
import { paths } from "../../paths.ts";

/** Queries the signed-in user. Logins and updates fill the cache. */
export function useUser() {
  const enabled = useSignedIn();
  return useQuery({ ...queryOf(getMe), enabled });
}

/** Fetches the user, bypassing the cache. */
export function refetchUser(client: QueryClient): Promise<User> {
  return client.fetchQuery({ ...queryOf(getMe), staleTime: 0, retry: false });
}

/** Returns a function that writes an updated user to the cache and the storage. */
export function useUpdateUserCache(): (user: User) => void {
  const client = useQueryClient();
  return (user) => {
    storeUser(user);
    client.setQueryData(queryOf(getMe).queryKey, user);
  };
}

/** Returns a function that redirects to a fresh login and from there back to `returnTo`, the settings by default. */
export function useReauthenticate(returnTo: string = returnTargets.settings): () => void {
  const navigate = useNavigate();
  return () => {
    storeReturnTo(returnTo);
    void navigate(paths.login({ err: "E0018" }));
  };
}

/** Returns true if the call requires a fresh login. */
export function requiresLogin(error: Error): boolean {
  return error instanceof ApiError && error.code === "E0018";
}
