import { useSyncExternalStore } from "react";

/** Returns false on the server and while a page hydrates. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
