import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "../../../lib/storage/storage.ts";

/** The sign-up of this browser. Its emailed link confirms the address on load, and logs in with the secret. */
type OwnSignUp = { uid: string; secret: string };

export function storeSignUp(signUp: OwnSignUp): void {
  writeStored("signUp", JSON.stringify(signUp));
}

/** Returns the secret if the link with this id is that of this browser's sign-up. */
export function readSignUpSecret(uid: string): string | undefined {
  try {
    const own = JSON.parse(readStored("signUp") ?? "{}") as Partial<OwnSignUp>;
    return own.uid === uid ? own.secret : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether this browser signed up; false until hydration. */
export function useIsOwnSignUp(uid: string): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => readSignUpSecret(uid) !== undefined,
    () => false,
  );
}

export function forgetSignUp(): void {
  writeStored("signUp", undefined);
}
