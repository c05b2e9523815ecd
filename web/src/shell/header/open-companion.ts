import { getExchange } from "@wrapsody/shared/accounts/account-settings.ts";
import { ApiError, apiFetch } from "../../lib/api/api-fetch.ts";
import { returnTargets, storeReturnTo } from "../../lib/storage/session.ts";

/**
 * Opens the companion app with a token that it exchanges for its own session. Opens the app without a token if none is
 * available, because it has its own login.
 */
export async function openCompanion(companionUrl: string): Promise<void> {
  const address = new URL(companionUrl);
  try {
    const { token } = await apiFetch(getExchange, {});
    address.searchParams.set("token", token);
  } catch (error) {
    // The session has ended and the user is redirected to the login page, then to the app.
    if (error instanceof ApiError && error.status === 401) return storeReturnTo(returnTargets.companion);
  }
  window.location.assign(address);
}
