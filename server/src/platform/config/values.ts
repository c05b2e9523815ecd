import { createPrivateKey } from "node:crypto";
import { z } from "zod";
import { isLoopback, isNetwork } from "../http/ip-addresses.ts";

export const flag = z
  .enum(["0", "1", "true", "false"])
  .transform((value) => value === "1" || value === "true");
export const port = z.coerce.number().int().min(0).max(65_535);

/** An origin without a path, because the site's links start at its root. */
export const origin = z
  .url({ protocol: /^https?$/, error: "must be a URL such as https://music.example" })
  .refine((value) => !URL.canParse(value) || /^\/*$/.test(new URL(value).pathname), "must not have a path")
  .transform((value) => new URL(value).origin);

/** An origin that receives secrets: without https only on loopback. */
export const secureOrigin = origin.refine(
  (value) => !URL.canParse(value) || value.startsWith("https:") || isThisMachine(new URL(value).hostname),
  "must start with https://",
);

/** The issuer identifier of an OpenID Connect provider, exactly as its metadata states it. */
export const issuer = z
  .url({ protocol: /^https?$/, error: "must be a URL such as https://login.example/realms/music" })
  .refine((value) => !URL.canParse(value) || isIssuer(new URL(value)), "must have no query and no fragment")
  .refine(
    (value) => !URL.canParse(value) || value.startsWith("https:") || isThisMachine(new URL(value).hostname),
    "must start with https://",
  );

function isIssuer({ search, hash }: URL): boolean {
  return search === "" && hash === "";
}

export function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || isLoopback(hostname.replace(/^\[(.*)\]$/, "$1"));
}

/** A PEM key whose line breaks may be written as `\n`, so that it fits on one line of a settings file. */
export const signingKey = z
  .string()
  .transform((value) => value.replaceAll("\\n", "\n"))
  .refine(isP256Key, "must be the P-256 private key from Apple’s .p8 file");

function isP256Key(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}

/** Issued by an outside service; undefined: that service is not used. */
export const credential = z.string().min(1).optional();

/** Several credentials, separated by commas. */
export const credentials = z
  .string()
  .transform((value) => value.split(",").map((entry) => entry.trim()))
  .refine((listed) => listed.every((item) => item !== ""), "must not contain empty entries")
  .optional();

/** Addresses and networks separated by commas; 0 is none, 1 every private one. */
export const networks = z.string().transform((value, check) => {
  if (["0", "false"].includes(value)) return [];
  if (["1", "true"].includes(value)) return ["private"];
  const listed = value.split(",").map((entry) => entry.trim());
  const wrong = listed.filter((entry) => !isNetwork(entry));
  if (wrong.length > 0) {
    check.addIssue({ code: "custom", message: `not an address or network: ${wrong.join(", ")}` });
  }
  return listed;
});
