import { readStored, writeStored } from "../../../lib/storage/storage.ts";

/** The sign-up of this browser: with its secret, the emailed link logs in. */
type OwnSignUp = { email: string; secret: string };

export function storeSignUp(signUp: OwnSignUp): void {
  writeStored("signUp", JSON.stringify(signUp));
}

/** Returns the secret if this browser signed up with the address. */
export function readSignUpSecret(email: string): string | undefined {
  try {
    const { email: own, secret } = JSON.parse(readStored("signUp") ?? "{}") as Partial<OwnSignUp>;
    return own?.toLowerCase() === email.toLowerCase() ? secret : undefined;
  } catch {
    return undefined;
  }
}

export function forgetSignUp(): void {
  writeStored("signUp", undefined);
}
