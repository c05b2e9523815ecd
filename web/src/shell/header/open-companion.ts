import { getExchange } from "@wrapsody/shared/account-settings.ts";
import { AskError, ask } from "../../lib/api/api-fetch.ts";
import { keepSource, sources } from "../../lib/storage/session.ts";

/**
 * Opens the companion app with a token that it exchanges for a session of its own. Where none is to be had the app is
 * opened all the same: it can ask for a log-in itself.
 */
export async function openCompanion(companionUrl: string): Promise<void> {
  const address = new URL(companionUrl);
  try {
    const { token } = await ask(getExchange, {});
    address.searchParams.set("token", token);
  } catch (error) {
    // The session has ended, and the reader is on the way to the log-in: the app is where they go from there.
    if (error instanceof AskError && error.status === 401) return keepSource(sources.companion);
  }
  window.location.assign(address);
}
