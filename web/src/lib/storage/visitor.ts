import type { Access } from "@wrapsody/shared/api/endpoint.ts";
import { visitSource } from "./play-source.ts";
import { actingAccount } from "./session.ts";
import { readStored, writeStored } from "./storage.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const idForm = /^[A-Za-z0-9]{16}$/;

/** Returns the visitor's id: 16 random alphanumeric characters, created on the first visit and stored. */
export function visitorId(): string {
  return storedId("visitor");
}

/** Returns the random id of this browser, created once. */
function deviceId(): string {
  return storedId("device");
}

function storedId(name: "visitor" | "device"): string {
  const known = readStored(name);
  if (known !== undefined && idForm.test(known)) return known;
  const id = randomId();
  writeStored(name, id);
  return id;
}

function randomId(): string {
  let id = "";
  while (id.length < 16) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      // Rejects bytes from 248, the largest multiple of 62 below 256, to avoid modulo bias.
      if (byte < 248 && id.length < 16) id += alphabet[byte % alphabet.length];
    }
  }
  return id;
}

/**
 * Returns the headers of a call. Public calls carry neither token nor device id, so that caches can share their
 * responses.
 */
export function callerHeaders(access: Access): Record<string, string> {
  const headers: Record<string, string> = {
    "accept-language": document.documentElement.lang || "en",
    "x-wrap-per": visitorId(),
  };
  const sharer = readStored("sharer");
  if (sharer !== undefined) headers["x-wrap-inc"] = sharer;
  if (access === "public") return headers;
  headers["x-wrap-source"] = visitSource();
  headers["x-device-fingerprint"] = deviceId();
  const token = readStored("token");
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  const account = actingAccount();
  if (account !== undefined) headers["x-wrap-account"] = account.account_id;
  return headers;
}
