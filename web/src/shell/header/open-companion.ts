import { getExchange } from "@wrapsody/shared/account-settings.ts";
import { ApiError, apiFetch } from "../../lib/api/api-fetch.ts";
import { returnTargets, storeReturnTo } from "../../lib/storage/session.ts";

/**
 * Opens the companion app with a token that it exchanges for a session of its own. Where none is to be had the app is
 * opened all the same: it can ask for a log-in itself.
 */
export async function openCompanion(companionUrl: string): Promise<void> {
  const address = new URL(companionUrl);
  try {
    const { token } = await apiFetch(getExchange, {});
    address.searchParams.set("token", token);
  } catch (error) {
    // The session has ended and the reader is redirected to the log-in, then to the app.
    if (error instanceof ApiError && error.status === 401) return storeReturnTo(returnTargets.companion);
  }
  window.location.assign(address);
}
