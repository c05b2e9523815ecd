import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";

/**
 * Encrypts secrets that the program has to read again. Database access alone is not enough to read or alter them.
 * Ciphertexts are bound to a purpose.
 */
export type Encryption = {
  /** AES-256-GCM: nonce, tag and ciphertext concatenated. */
  encrypt(purpose: string, text: string): Buffer;
  /** @throws Error if the bytes were altered, or encrypted with another key or for another purpose */
  decrypt(purpose: string, sealed: Buffer): string;
  /** HMAC-SHA-256, for values with little entropy, such as six digits. */
  hmac(purpose: string, text: string): Buffer;
};

const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;

/** Opens the encryption of this installation. Generates and stores a key in the data directory if none is configured. */
export async function openEncryption({
  secretKey,
  dataDir,
}: Pick<Config, "secretKey" | "dataDir">): Promise<Encryption> {
  const key = secretKey ?? (await keptKey(join(dataDir, "secret.key")));
  return createEncryption(Buffer.from(key, "base64"));
}

export function createEncryption(key: Buffer): Encryption {
  if (key.length !== keyLength) throw new Error(`a key of ${key.length} bytes was given, not ${keyLength}`);
  return {
    encrypt(purpose, text) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
      const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
    },
    decrypt(purpose, sealed) {
      const nonce = sealed.subarray(0, nonceLength);
      const tag = sealed.subarray(nonceLength, nonceLength + tagLength);
      const cipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagLength })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag);
      return Buffer.concat([
        cipher.update(sealed.subarray(nonceLength + tagLength)),
        cipher.final(),
      ]).toString("utf8");
    },
    hmac: (purpose, text) => createHmac("sha256", key).update(`${purpose}\0${text}`).digest(),
  };
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
