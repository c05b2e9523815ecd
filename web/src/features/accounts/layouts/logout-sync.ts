import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Reruns the session guard after a logout in another tab. */
export function useLogoutSync(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const onStorage = () => void revalidate();
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [revalidate]);
}
