import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { hashToken } from "../sessions/tokens.ts";
import { markUsed } from "./codes.data.ts";
import { type Listener, listener } from "./listeners.ts";

/** Lifetime of an authorization code. */
const CODE_LIFETIME_MS = 60 * 1000;
/** Lifetime of an access token, in seconds: enough for one profile request. */
export const TOKEN_LIFETIME_S = 300;

const codePurpose = "sandbox-streaming-code";
const tokenPurpose = "sandbox-streaming-token";

const grant = z.object({
  /** Makes each code unique. */
  id: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  /** PKCE challenge (S256). */
  challenge: z.string(),
  listener,
  expiresAt: z.number(),
});
type Grant = z.output<typeof grant>;

/** Content of a code. */
export type GrantInput = Pick<Grant, "clientId" | "redirectUri" | "challenge" | "listener">;

/** Issues a code with its encrypted content, so that any node can redeem it. */
export function issueCode({ encryption, clock }: Context, granted: GrantInput): string {
  const whole: Grant = { ...granted, id: randomUUID(), expiresAt: clock.now().getTime() + CODE_LIFETIME_MS };
  return encryption.encrypt(codePurpose, JSON.stringify(whole)).toString("base64url");
}

/** Redeems a code once, for the same client, redirect URI and verifier. Returns undefined otherwise. */
export async function redeemCode(
  context: Context,
  input: { code: string; clientId: string; redirectUri: string; verifier: string },
): Promise<Listener | undefined> {
  const { db, clock } = context;
  const content = decryptAs(context, codePurpose, input.code, grant);
  if (content === undefined || content.expiresAt <= clock.now().getTime()) return undefined;
  const expiresAt = new Date(content.expiresAt);
  if (!(await markUsed(db, { codeHash: hashToken(content.id), expiresAt }))) return undefined;
  if (content.clientId !== input.clientId || content.redirectUri !== input.redirectUri) return undefined;
  return matchesChallenge(content.challenge, input.verifier) ? content.listener : undefined;
}

function matchesChallenge(challenge: string, verifier: string): boolean {
  const hashedVerifier = Buffer.from(createHash("sha256").update(verifier).digest("base64url"));
  const expected = Buffer.from(challenge);
  return hashedVerifier.length === expected.length && timingSafeEqual(hashedVerifier, expected);
}

const access = z.object({ listener, expiresAt: z.number() });

export function issueToken({ encryption, clock }: Context, tokenListener: Listener): string {
  const expiresAt = clock.now().getTime() + TOKEN_LIFETIME_S * 1000;
  return encryption
    .encrypt(tokenPurpose, JSON.stringify({ listener: tokenListener, expiresAt }))
    .toString("base64url");
}

/** Returns the listener of a valid access token. */
export function readToken(context: Context, token: string): Listener | undefined {
  const content = decryptAs(context, tokenPurpose, token, access);
  if (content === undefined || content.expiresAt <= context.clock.now().getTime()) return undefined;
  return content.listener;
}

/** Decrypts a text of this purpose; undefined for anything else. */
function decryptAs<Schema extends z.ZodType>(
  { encryption }: Context,
  purpose: string,
  text: string,
  schema: Schema,
): z.output<Schema> | undefined {
  let plain: string;
  try {
    plain = encryption.decrypt(purpose, Buffer.from(text, "base64url"));
  } catch {
    return undefined;
  }
  return schema.parse(JSON.parse(plain));
}
