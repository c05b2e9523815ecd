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
  shown: { code: string; clientId: string; redirectUri: string; verifier: string },
): Promise<Listener | undefined> {
  const { db, clock } = context;
  const found = decryptAs(context, codePurpose, shown.code, grant);
  if (found === undefined || found.expiresAt <= clock.now().getTime()) return undefined;
  const expiresAt = new Date(found.expiresAt);
  if (!(await markUsed(db, { codeHash: hashToken(found.id), expiresAt }))) return undefined;
  if (found.clientId !== shown.clientId || found.redirectUri !== shown.redirectUri) return undefined;
  return matchesChallenge(found.challenge, shown.verifier) ? found.listener : undefined;
}

function matchesChallenge(challenge: string, verifier: string): boolean {
  const made = Buffer.from(createHash("sha256").update(verifier).digest("base64url"));
  const asked = Buffer.from(challenge);
  return made.length === asked.length && timingSafeEqual(made, asked);
}

const access = z.object({ listener, expiresAt: z.number() });

export function issueToken({ encryption, clock }: Context, who: Listener): string {
  const expiresAt = clock.now().getTime() + TOKEN_LIFETIME_S * 1000;
  return encryption.encrypt(tokenPurpose, JSON.stringify({ listener: who, expiresAt })).toString("base64url");
}

/** Returns the listener of a valid access token. */
export function readToken(context: Context, token: string): Listener | undefined {
  const found = decryptAs(context, tokenPurpose, token, access);
  if (found === undefined || found.expiresAt <= context.clock.now().getTime()) return undefined;
  return found.listener;
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
