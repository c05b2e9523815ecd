import { credentialLimits } from "@wrapsody/shared/accounts.ts";
import { z } from "zod";

/** What a network tells of somebody who logged in there, unchecked. */
export type ProviderProfile = {
  subject: string;
  name?: string | null | undefined;
  email?: string | null | undefined;
  /** Whether the network vouches that the address is this person's. */
  emailVerified: boolean;
};

/** Who somebody is at a network. */
export const identity = z.object({
  /** The person's id there, which stays when name and address change. */
  subject: z.string(),
  /** Empty where the network told none. */
  name: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
});
export type Identity = z.output<typeof identity>;

const subject = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const email = z.string().trim().max(credentialLimits.username).pipe(z.email());

/** @throws ZodError when there is no usable id; an unusable name or address counts as none. */
export function parseIdentity(told: ProviderProfile): Identity {
  const address = email.safeParse(told.email);
  return {
    subject: subject.parse(told.subject),
    name: cleanName(told.name ?? ""),
    email: address.success ? address.data : null,
    emailVerified: told.emailVerified && address.success,
  };
}

/** Control characters, and those that turn the direction of what stands around them. */
const UNPRINTABLE = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** A name that may stand on a page: one line, and no longer than a typed one. */
function cleanName(text: string): string {
  const line = text.normalize("NFC").replaceAll(UNPRINTABLE, " ").replaceAll(/\s+/gu, " ").trim();
  return line
    .slice(0, credentialLimits.name)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}
