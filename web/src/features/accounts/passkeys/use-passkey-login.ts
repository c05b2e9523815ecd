import type { SignedIn } from "@wrapsody/shared/accounts/accounts.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { loadCeremonies, supportsPasskeys } from "./passkey-support.ts";

/** A challenge is valid for five minutes; suggestions may wait longer. */
const REFRESH_MS = 4 * 60 * 1000;

type State = { busy: boolean; failure: string | undefined };

/** Returns the login with a passkey and its state. `codeToken` is that of a login that waits for its code. */
export function usePasskeyLogin(onSuccess: (answer: SignedIn) => void, codeToken?: string) {
  const [{ busy, failure }, setState] = useState<State>({ busy: false, failure: undefined });
  const run = async () => {
    if (busy) return;
    if (!supportsPasskeys()) {
      setState({ busy: false, failure: "accounts.passkey.unsupported" });
      return;
    }
    setState({ busy: true, failure: undefined });
    const ceremonies = await loadCeremonies();
    try {
      const answer = await ceremonies.logInWithPasskey({ codeToken });
      setState({ busy: false, failure: answer === undefined ? "accounts.passkey.none" : undefined });
      if (answer !== undefined) onSuccess(answer);
    } catch (error) {
      setState({ busy: false, failure: ceremonies.ceremonyErrorKey(error) ?? "accounts.passkey.failed" });
    }
  };
  return { logIn: () => void run(), busy, failure };
}

/** Offers passkeys in the suggestions of the username, as long as the page is open. */
export function usePasskeySuggestions(onSuccess: (answer: SignedIn) => void): void {
  const suggest = useEffectEvent(async (isOpen: () => boolean) => {
    const ceremonies = await loadCeremonies();
    if (!isOpen() || !(await ceremonies.offersAutofill())) return;
    // Cancelled by the button and by leaving; the button reports what fails.
    const answer = await ceremonies.logInWithPasskey({ isAutofill: true }).catch(() => undefined);
    if (answer !== undefined && isOpen()) onSuccess(answer);
  });
  useEffect(() => {
    if (!supportsPasskeys()) return;
    let open = true;
    const start = () => void suggest(() => open);
    start();
    const timer = setInterval(start, REFRESH_MS);
    return () => {
      open = false;
      clearInterval(timer);
      void loadCeremonies().then(({ cancelCeremony }) => cancelCeremony());
    };
  }, []);
}
