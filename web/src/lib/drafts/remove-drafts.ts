/** Local storage keys of drafts start with this, followed by the account and the form. */
export const DRAFT_PREFIX = "wrapsody-draft-";

/** IndexedDB database with the pictures of drafts. */
export const DRAFT_DATABASE = "wrapsody-drafts";

/** Removes all drafts from this browser, because the next person on the device must not find them. */
export function removeDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(DRAFT_PREFIX)) localStorage.removeItem(key);
    }
    indexedDB.deleteDatabase(DRAFT_DATABASE);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}
