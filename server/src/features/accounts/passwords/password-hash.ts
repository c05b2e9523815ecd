import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";

const derive = promisify(argon2);

type Cost = Pick<Argon2Parameters, "memory" | "passes" | "parallelism">;

/** OWASP's minimum for argon2id: 19 MiB (`memory` is in KiB), two passes, one lane. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltLength = 16;
const hashLength = 32;

/** Limits concurrent hashing: it runs on the thread pool that also reads files. */
const limitHashes = pLimit(2);

/** Hashes a password into a PHC string that states its own cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength);
  return encodeHash(cost, salt, await deriveQueued(password, salt, cost, hashLength));
}

/** A hash that no password has. Verifying against it takes as long as against a real one. */
export const dummyHash = encodeHash(cost, randomBytes(saltLength), randomBytes(hashLength));

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const { salt, hash, ...storedCost } = decodeHash(stored);
  return timingSafeEqual(hash, await deriveQueued(password, salt, storedCost, hash.length));
}

function deriveQueued(password: string, nonce: Buffer, how: Cost, tagLength: number): Promise<Buffer> {
  // Systems type the same passphrase in different code points.
  const message = password.normalize("NFC");
  return limitHashes(() => derive("argon2id", { ...how, message, nonce, tagLength }));
}

function encodeHash({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

const phcFormat = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function decodeHash(stored: string): Cost & { salt: Buffer; hash: Buffer } {
  const [, memory, passes, parallelism, salt, hash] = phcFormat.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new Error("stored password hash is not argon2id");
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
