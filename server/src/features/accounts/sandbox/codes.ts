import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { hashToken } from "../sessions/tokens.ts";
import { markUsed } from "./codes.data.ts";
import { type Listener, listener } from "./listeners.ts";

/** Milliseconds that a code lives. */
const CODE_LIFETIME_MS = 60 * 1000;
/** Seconds that an access token lives: as long as it takes to ask who it is. */
export const TOKEN_LIFETIME_S = 300;

const codePurpose = "sandbox-streaming-code";
const tokenPurpose = "sandbox-streaming-token";

const grant = z.object({
  /** Makes each code another one. */
  id: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  /** Of PKCE, made with S256. */
  challenge: z.string(),
  listener,
  expiresAt: z.number(),
});
type Grant = z.output<typeof grant>;

/** What a code is given for. */
export type GrantInput = Pick<Grant, "clientId" | "redirectUri" | "challenge" | "listener">;

/** A code that carries all that it was given for, sealed, so that any node can take it. */
export function issueCode({ seal, clock }: Context, granted: GrantInput): string {
  const whole: Grant = { ...granted, id: randomUUID(), expiresAt: clock.now().getTime() + CODE_LIFETIME_MS };
  return seal.close(codePurpose, JSON.stringify(whole)).toString("base64url");
}

/**
 * Answers who a code was given for: once, to the client and for the address that it was given for, and with the verifier
 * of its challenge. Undefined: it is not good for that.
 */
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

export function issueToken({ seal, clock }: Context, who: Listener): string {
  const expiresAt = clock.now().getTime() + TOKEN_LIFETIME_S * 1000;
  return seal.close(tokenPurpose, JSON.stringify({ listener: who, expiresAt })).toString("base64url");
}

/** Who an access token was given for, while it lives. */
export function readToken(context: Context, token: string): Listener | undefined {
  const found = decryptAs(context, tokenPurpose, token, access);
  if (found === undefined || found.expiresAt <= context.clock.now().getTime()) return undefined;
  return found.listener;
}

/** What was sealed here for this purpose; undefined for anything else. */
function decryptAs<Schema extends z.ZodType>(
  { seal }: Context,
  purpose: string,
  text: string,
  schema: Schema,
): z.output<Schema> | undefined {
  let plain: string;
  try {
    plain = seal.open(purpose, Buffer.from(text, "base64url"));
  } catch {
    return undefined;
  }
  return schema.parse(JSON.parse(plain));
}
