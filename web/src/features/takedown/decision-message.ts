import { useLocation } from "react-router";

/** Returns the message that the page of a decided report leaves to the list. */
export function useDecisionMessage(): string | undefined {
  const { state } = useLocation();
  return typeof state === "object" &&
    state !== null &&
    "decided" in state &&
    typeof state.decided === "string"
    ? state.decided
    : undefined;
}
