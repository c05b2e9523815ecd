import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { getMe, type User } from "@wrapsody/shared/accounts.ts";
import { useNavigate } from "react-router";
import { queryOf } from "../../lib/pages/page-data.ts";
import { returnTargets, storeReturnTo, storeUser, useSignedIn } from "../../lib/storage/session.ts";
import { paths } from "../../paths.ts";

/** The reader, as a log-in or a change answered them a moment ago, or as the server answers now. */
export function useUser() {
  const enabled = useSignedIn();
  return useQuery({ ...queryOf(getMe), enabled });
}

/** Asks the server who the reader is now, whatever is held. */
export function refetchUser(client: QueryClient): Promise<User> {
  return client.fetchQuery({ ...queryOf(getMe), staleTime: 0, retry: false });
}

/** Answers what keeps the user as a call has just answered them. */
export function useUpdateUserCache(): (user: User) => void {
  const client = useQueryClient();
  return (user) => {
    storeUser(user);
    client.setQueryData(queryOf(getMe).queryKey, user);
  };
}

/** Answers what leads to a fresh log-in, where the server asks for one, and from there back to the settings. */
export function useReauthenticate(): () => void {
  const navigate = useNavigate();
  return () => {
    storeReturnTo(returnTargets.settings);
    void navigate(paths.login({ err: "E0018" }));
  };
}
