import type { MouseEvent } from "react";
import { useNavigate } from "react-router";
import { isSignedIn, returnTargets, storeReturnTo } from "../lib/storage/session.ts";
import { type LoginPurpose, paths } from "../paths.ts";

/** Reason for the login, path to return to, and the name of its subject. */
export type LoginPrompt = { purpose: LoginPurpose; returnTo: string; about?: string };

/**
 * Returns a function for links that need a session: a visitor without one gets to the login, which names the purpose, and returns to
 * `returnTo` afterwards.
 */
export function useLoginPrompt(): (event: MouseEvent, prompt: LoginPrompt) => void {
  const navigate = useNavigate();
  return (event, { purpose, returnTo, about }) => {
    if (isSignedIn()) return;
    event.preventDefault();
    storeReturnTo(returnTo);
    const login = purpose === "start" ? { sr: returnTargets.you } : { for: purpose };
    void navigate(paths.login(login), { state: { about } });
  };
}
