import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";
import type { SignedIn } from "@wrapsody/shared/accounts/accounts.ts";
import {
  type Passkey,
  postAuthPasskey,
  postAuthPasskeyOptions,
  postPasskey,
  postPasskeyOptions,
} from "@wrapsody/shared/accounts/passkeys.ts";
import { ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";

/** Whether the browser offers passkeys in the suggestions of the username. */
export const offersAutofill = browserSupportsWebAuthnAutofill;

/** Ends a ceremony that waits, such as the suggestions of a page that was left. */
export function cancelCeremony(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** Creates a passkey and registers it. */
export async function addPasskey(name: string): Promise<Passkey> {
  const { options, session_token: sessionToken } = await apiFetch(postPasskeyOptions, {});
  // The server's options are the browser's, in JSON.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON });
  const body = { name, response: { ...response, clientExtensionResults: {} } };
  return apiFetch(postPasskey, { sessionToken, body });
}

/** A ceremony of the button runs. A suggestion that starts meanwhile would cancel it, and one that ends would log in a second time. */
let isChosen = false;

/**
 * Logs in with a passkey. `codeToken` is that of a login that waits for its code; `isAutofill` waits until the reader chooses a
 * suggestion. Returns undefined if the account has no passkey.
 */
export async function logInWithPasskey(options: {
  codeToken?: string | undefined;
  isAutofill?: boolean;
}): Promise<SignedIn | undefined> {
  if (options.isAutofill === true) return runLogin(options);
  isChosen = true;
  try {
    return await runLogin(options);
  } finally {
    isChosen = false;
  }
}

async function runLogin({
  codeToken,
  isAutofill = false,
}: Parameters<typeof logInWithPasskey>[0]): Promise<SignedIn | undefined> {
  const challenge = await apiFetch(postAuthPasskeyOptions, {
    ...(codeToken === undefined ? {} : { sessionToken: codeToken }),
  });
  const optionsJSON = challenge.options as unknown as PublicKeyCredentialRequestOptionsJSON;
  if (codeToken !== undefined && optionsJSON.allowCredentials?.length === 0) return undefined;
  if (isAutofill && isChosen) return undefined;
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill });
  if (isAutofill && isChosen) return undefined;
  const body = { response: { ...response, clientExtensionResults: {} } };
  return apiFetch(postAuthPasskey, { sessionToken: challenge.session_token, body });
}

/** Returns the text key of a failure of a ceremony; undefined if the reader cancelled it. */
export function ceremonyErrorKey(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.code === "E0082" ? "accounts.login.suspended" : undefined;
  if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
    return "profile.passkeys.known";
  return "accounts.passkey.cancelled";
}
