import { credentialLimits } from "@wrapsody/shared/accounts/accounts.ts";
import { z } from "zod";

/** The profile as the service returned it, unchecked. */
export type ProviderProfile = {
  subject: string;
  /** Issuer of the subject, if several are possible: each names its subjects independently. */
  issuer?: string;
  name?: string | null | undefined;
  email?: string | null | undefined;
  /** Whether the service has verified the address. */
  emailVerified: boolean;
};

/** An identity at a service. */
export const identity = z.object({
  /** The user's id at the service; stable when name and address change. */
  subject: z.string(),
  /** Empty if the service returned none. */
  name: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
});
export type Identity = z.output<typeof identity>;

const subject = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const email = z.string().trim().max(credentialLimits.username).pipe(z.email());

/**
 * Parses a profile. An unusable name or address counts as missing.
 *
 * @throws ZodError if there is no usable id
 */
export function parseIdentity(profile: ProviderProfile): Identity {
  const id = subject.parse(profile.subject);
  const address = email.safeParse(profile.email);
  return {
    subject: profile.issuer === undefined ? id : `${profile.issuer}#${id}`,
    name: cleanName(profile.name ?? ""),
    email: address.success ? address.data : null,
    emailVerified: profile.emailVerified && address.success,
  };
}

/** Control characters and marks that change the text direction. */
const UNPRINTABLE = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a name that is safe to display: one line, and no longer than a typed one. */
function cleanName(text: string): string {
  const line = text.normalize("NFC").replaceAll(UNPRINTABLE, " ").replaceAll(/\s+/gu, " ").trim();
  return line
    .slice(0, credentialLimits.name)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}
