import { createHash } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import type { FindSession } from "../../platform/routing.ts";
import { readSession } from "./sessions.data.ts";

/** Only the hash of a token is stored; a token has 256 random bits, so a plain hash cannot be searched back. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Finds the living session of a bearer token. */
export function findSession({ db, clock }: Context): FindSession {
  return (token) => readSession(db, hashToken(token), clock.now());
}
