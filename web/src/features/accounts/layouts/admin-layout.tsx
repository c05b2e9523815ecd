import { getMe } from "@wrapsody/shared/accounts/accounts.ts";
import { data, Outlet } from "react-router";
import { queryClient, queryOf, rethrowAsResponse } from "../../../lib/pages/page-data.ts";

/** Answers 404 to everyone but administrators. The server rejects their calls in any case. */
export async function clientLoader() {
  const user = await queryClient().ensureQueryData(queryOf(getMe)).catch(rethrowAsResponse);
  if (user.role !== "ADMIN") throw data("Not found.", { status: 404 });
  return null;
}
clientLoader.hydrate = true as const;

/** Layout of the administration. */
export default function AdminLayout() {
  return <Outlet />;
}
