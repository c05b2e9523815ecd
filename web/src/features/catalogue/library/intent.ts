import type { FanPurpose } from "../../../paths.ts";

/** An action that a reader chose before the login, or before its code was loaded. `of` names its object, such as `song:12`. */
type Intent = { action: FanPurpose; of: string };

const KEY = "wrapsody-intent";
/** A login takes no longer; an action must not happen much later. */
const LIFETIME_MS = 30 * 60_000;

/** Keeps an action in this tab, also while a streaming service logs the reader in. */
export function storeIntent(intent: Intent): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...intent, at: Date.now() }));
  } catch {
    // The browser may forbid storage: then the reader presses the button again.
  }
}

/** Returns whether this action was chosen, and forgets it. */
export function takeIntent({ action, of }: Intent): boolean {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (typeof stored !== "object" || stored === null) return false;
    if (Reflect.get(stored, "action") !== action || Reflect.get(stored, "of") !== of) return false;
    sessionStorage.removeItem(KEY);
    return Date.now() - Number(Reflect.get(stored, "at")) < LIFETIME_MS;
  } catch {
    return false;
  }
}
