import { credentialLimits } from "@wrapsody/shared/accounts/accounts.ts";
import { z } from "zod";
import type { Encryption } from "../../../platform/security/encryption.ts";

/** Profile at the sandbox streaming service. */
export const listener = z.object({
  sub: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
});
export type Listener = z.output<typeof listener>;

/** Demo listeners. Their addresses exist nowhere else, so the service may mark them as verified. */
export const demoListeners: readonly Listener[] = [
  demoListener("ines-falk", "Ines Falk"),
  demoListener("tomas-okoye", "Tomás Okoye"),
  demoListener("mei-lindgren", "Mei Lindgren"),
];

function demoListener(sub: string, name: string): Listener {
  return { sub, name, email: `${sub}@streaming.example`, email_verified: true };
}

const required = { error: "required" };

/** The form for another listener. The issues' messages are keys of texts. */
export const typedListener = z.object({
  name: z.string().trim().min(1, required).max(credentialLimits.name, { error: "tooLong" }),
  email: z
    .string()
    .trim()
    .min(1, required)
    .max(credentialLimits.username, { error: "tooLong" })
    .pipe(z.email({ error: "noAddress" })),
});

/**
 * Returns the listener of a typed address. The address is unverified; the same address is the same listener.
 */
export function listenerFor(
  encryption: Encryption,
  { name, email }: z.output<typeof typedListener>,
): Listener {
  const sub = encryption.hmac("sandbox-streaming-listener", email.toLowerCase()).toString("base64url");
  return { sub, name, email, email_verified: false };
}
