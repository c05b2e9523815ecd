import { credentialLimits } from "@wrapsody/shared/accounts.ts";
import { z } from "zod";
import type { Seal } from "../../../platform/seal.ts";

/** Who somebody is at the sandbox streaming service, as it tells those who may ask. */
export const listener = z.object({
  sub: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
});
export type Listener = z.output<typeof listener>;

/** Three to choose from. Nobody can have these addresses elsewhere, so the service may vouch for them. */
export const demoListeners: readonly Listener[] = [
  demoListener("ines-falk", "Ines Falk"),
  demoListener("tomas-okoye", "Tomás Okoye"),
  demoListener("mei-lindgren", "Mei Lindgren"),
];

function demoListener(sub: string, name: string): Listener {
  return { sub, name, email: `${sub}@streaming.example`, email_verified: true };
}

const required = { error: "required" };

/** What somebody may type to be somebody else. The issues' messages are names of texts. */
export const typedListener = z.object({
  name: z.string().trim().min(1, required).max(credentialLimits.name, { error: "tooLong" }),
  email: z
    .string()
    .trim()
    .min(1, required)
    .max(credentialLimits.username, { error: "tooLong" })
    .pipe(z.email({ error: "noAddress" })),
});

/** The same address is the same listener. It was only typed, so the service vouches for nothing. */
export function listenerFor(seal: Seal, { name, email }: z.output<typeof typedListener>): Listener {
  const sub = seal.mark("sandbox-streaming-listener", email.toLowerCase()).toString("base64url");
  return { sub, name, email, email_verified: false };
}
