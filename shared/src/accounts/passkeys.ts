import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { signedIn } from "./accounts.ts";

/** Passkeys of an account. */
export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 60;

const required = { error: "Required" };

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant,
  /** Null: not used to log in yet. */
  last_used_at: instant.nullable(),
});
export type Passkey = z.output<typeof passkey>;

/** Base64url, as browsers encode binary values. Far beyond the size of any attestation. */
const base64url = z.string(required).min(1, required).max(20_000);

/** A public key credential in JSON. `response` differs between registration and login. */
const credential = <Response extends z.ZodType>(response: Response) =>
  z.object({
    id: base64url.max(1_400),
    rawId: base64url.max(1_400),
    type: z.literal("public-key"),
    authenticatorAttachment: z.string().optional(),
    clientExtensionResults: z.record(z.string(), z.unknown()),
    response,
  });

export const registration = credential(
  z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(40)).max(10).optional(),
    authenticatorData: base64url.optional(),
    publicKey: base64url.optional(),
    publicKeyAlgorithm: z.number().optional(),
  }),
);
export type Registration = z.output<typeof registration>;

export const assertion = credential(
  z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.optional(),
  }),
);
export type Assertion = z.output<typeof assertion>;

/** `options` goes to the browser's WebAuthn API as it is, `session_token` into X-Session-Token of the next call. */
const challenge = z.object({ options: z.record(z.string(), z.unknown()), session_token: z.string() });

export const getPasskeys = endpoint({
  method: "GET",
  path: "my/passkeys",
  access: "personal",
  tag: "accounts",
  summary: "Lists the user’s passkeys, latest first.",
  answer: z.object({ data: z.array(passkey), total: z.number().int() }),
});

export const postPasskeyOptions = endpoint({
  method: "POST",
  path: "my/passkey/options",
  access: "personal",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Starts the registration of a passkey: returns the options for the browser (WebAuthn). They are valid for five " +
    "minutes, once, in this session, which must have started in the last ten minutes (E0018).",
  answer: challenge,
});

export const postPasskey = endpoint({
  method: "POST",
  path: "my/passkey",
  access: "personal",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Registers the passkey that the browser created. X-Session-Token carries the `session_token` of the options. Returns " +
    "E0093 if it cannot be verified, E0094 if it is registered already, and E0096 for more than 20 passkeys.",
  body: z.object({
    name: z
      .string(required)
      .trim()
      .min(1, required)
      .max(MAX_PASSKEY_NAME, { error: `Please use at most ${MAX_PASSKEY_NAME} characters.` }),
    response: registration,
  }),
  answer: passkey,
});

export const deletePasskey = endpoint({
  method: "DELETE",
  path: "my/passkey/:id",
  access: "personal",
  tag: "accounts",
  summary:
    "Removes a passkey. Requires a session that started in the last ten minutes (E0018). The only way into an account " +
    "stays (E0095). A repeat has no effect; a passkey of another account is not found.",
  params: z.object({ id: z.guid({ error: "Not found." }) }),
  answer: z.object({}),
});

export const postAuthPasskeyOptions = endpoint({
  method: "POST",
  path: "auth/passkey/options",
  access: "optional",
  tag: "accounts",
  summary:
    "Starts a login with a passkey: returns the options for the browser (WebAuthn), valid for five minutes and once. With the " +
    "`session_token` of S0007 in X-Session-Token, a passkey of that account replaces the emailed code.",
  answer: challenge,
});

export const postAuthPasskey = endpoint({
  method: "POST",
  path: "auth/passkey",
  access: "optional",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Logs in with a passkey, which verified its user, so no code follows. X-Session-Token carries the `session_token` of " +
    "the options. The session of the call ends. Returns E0093 for unknown passkeys and responses that cannot be verified.",
  body: z.object({ response: assertion }),
  answer: signedIn,
});
