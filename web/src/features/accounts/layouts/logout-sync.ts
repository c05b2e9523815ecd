import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Reruns the session guard after a log-out in another tab. */
export function useLogoutSync(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const ask = () => void revalidate();
    window.addEventListener("storage", ask);
    return () => window.removeEventListener("storage", ask);
  }, [revalidate]);
}
