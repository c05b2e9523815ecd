import type { Access } from "@wrapsody/shared/endpoint.ts";
import { keep, readKept } from "./storage.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const visitorForm = /^[A-Za-z0-9]{16}$/;

/** The visitor's id: 16 random alphanumeric characters, made on the first visit and kept. */
export function visitorId(): string {
  const known = readKept("visitor");
  if (known !== undefined && visitorForm.test(known)) return known;
  const made = randomVisitorId();
  keep("visitor", made);
  return made;
}

function randomVisitorId(): string {
  let id = "";
  while (id.length < 16) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      // 248 is the largest multiple of 62 below 256: beyond it, some characters would come up more often.
      if (byte < 248 && id.length < 16) id += alphabet[byte % alphabet.length];
    }
  }
  return id;
}

/** The headers that every call carries. Public calls carry no token, so that their answers can be shared. */
export function callerHeaders(access: Access): Record<string, string> {
  const headers: Record<string, string> = {
    "accept-language": document.documentElement.lang || "en",
    "x-wrap-per": visitorId(),
  };
  const sharer = readKept("sharer");
  if (sharer !== undefined) headers["x-wrap-inc"] = sharer;
  const token = access === "public" ? undefined : readKept("token");
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  return headers;
}
