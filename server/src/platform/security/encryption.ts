import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";

/**
 * Encrypts secrets that the program has to read again. Database access alone is not enough to read or alter them.
 * Ciphertexts are bound to a purpose. Writes with the current key and reads with every configured key.
 */
export type Encryption = {
  /** AES-256-GCM: nonce, tag and ciphertext concatenated, after the id of the key if there are several. */
  encrypt(purpose: string, text: string): Buffer;
  /** @throws Error if the bytes were altered, or encrypted with an unknown key or for another purpose */
  decrypt(purpose: string, sealed: Buffer): string;
  /** HMAC-SHA-256 with the current key, for values with little entropy, such as six digits. */
  hmac(purpose: string, text: string): Buffer;
  /** The HMACs with every key, to verify one that a node with another current key stored; the current key is first. */
  hmacs(purpose: string, text: string): Buffer[];
  /** Begins the ciphertexts of the current key; null while it is the only key. */
  keyHeader: Buffer | null;
};

const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;

/** Precedes the key id. Ciphertexts of earlier versions begin with a random nonce. */
const headerPrefix = Buffer.from("WK1", "latin1");
const keyIdLength = 6;
/** A multiple of three bytes, so that the base64 of a ciphertext begins with that of its header. */
const headerLength = headerPrefix.length + keyIdLength;

/**
 * Opens the encryption of this installation. Generates and stores a key in the data directory if none is configured.
 */
export async function openEncryption({
  secretKey,
  previousSecretKeys = [],
  dataDir,
}: Pick<Config, "secretKey" | "previousSecretKeys" | "dataDir">): Promise<Encryption> {
  const key = secretKey ?? (await keptKey(join(dataDir, "secret.key")));
  return createEncryption(...[key, ...previousSecretKeys].map((text) => Buffer.from(text, "base64")));
}

/**
 * Creates an encryption that writes with `current`. With `others`, ciphertexts name their key; without, they have no
 * header, so that nodes of earlier versions read them too.
 */
export function createEncryption(current: Buffer, ...others: readonly Buffer[]): Encryption;
export function createEncryption(...keys: readonly Buffer[]): Encryption;
export function createEncryption(...keys: readonly Buffer[]): Encryption {
  for (const key of keys)
    if (key.length !== keyLength) throw new Error(`a key of ${key.length} bytes was given, not ${keyLength}`);
  const [current] = keys;
  if (current === undefined) throw new Error("no key was given");
  const keyHeader = keys.length > 1 ? headerOf(current) : null;
  const computeHmac = (key: Buffer, purpose: string, text: string) =>
    createHmac("sha256", key).update(`${purpose}\0${text}`).digest();
  return {
    keyHeader,
    encrypt(purpose, text) {
      const sealed = sealWith(current, purpose, text);
      return keyHeader === null ? sealed : Buffer.concat([keyHeader, sealed]);
    },
    decrypt(purpose, sealed) {
      const named = keys.find((key) => sealed.subarray(0, headerLength).equals(headerOf(key)));
      const attempts = [
        ...(named === undefined ? [] : [{ key: named, bytes: sealed.subarray(headerLength) }]),
        // A nonce may happen to look like a header.
        ...keys.map((key) => ({ key, bytes: sealed })),
      ];
      let failure: unknown;
      for (const { key, bytes } of attempts) {
        try {
          return openWith(key, purpose, bytes);
        } catch (error) {
          failure ??= error;
        }
      }
      throw failure;
    },
    hmac: (purpose, text) => computeHmac(current, purpose, text),
    hmacs: (purpose, text) => keys.map((key) => computeHmac(key, purpose, text)),
  };
}

/** The id reveals nothing about the key: it is part of a hash with its own purpose. */
function headerOf(key: Buffer): Buffer {
  const id = createHash("sha256").update("wrapsody key id\0").update(key).digest().subarray(0, keyIdLength);
  return Buffer.concat([headerPrefix, id]);
}

function sealWith(key: Buffer, purpose: string, text: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
  const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
}

function openWith(key: Buffer, purpose: string, sealed: Buffer): string {
  const nonce = sealed.subarray(0, nonceLength);
  const tag = sealed.subarray(nonceLength, nonceLength + tagLength);
  const cipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  return Buffer.concat([cipher.update(sealed.subarray(nonceLength + tagLength)), cipher.final()]).toString(
    "utf8",
  );
}

/** If two nodes create the key at the same time, both use the first one. */
async function keptKey(path: string): Promise<string> {
  const existingKey = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (existingKey !== undefined) return existingKey.trim();
  await mkdir(join(path, ".."), { recursive: true });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${randomBytes(keyLength).toString("base64")}\n`, { mode: 0o600, flush: true });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return (await readFile(path, "utf8")).trim();
}
