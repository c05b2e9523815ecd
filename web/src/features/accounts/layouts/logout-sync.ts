import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** A log-out in another tab is one here too: the guard is asked again. */
export function useLogoutSync(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const ask = () => void revalidate();
    window.addEventListener("storage", ask);
    return () => window.removeEventListener("storage", ask);
  }, [revalidate]);
}
