import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";

/**
 * Keeps secrets that the program has to read again: whoever has the database alone can neither read nor alter them.
 * What is sealed for one purpose cannot be opened for another.
 */
export type Encryption = {
  /** AES-256-GCM: nonce, tag and cipher text in one. */
  encrypt(purpose: string, text: string): Buffer;
  /** @throws Error when the bytes were altered, sealed with another key, or for another purpose */
  decrypt(purpose: string, sealed: Buffer): string;
  /** HMAC-SHA-256, for what is too short to be hashed plainly, such as six digits. */
  hmac(purpose: string, text: string): Buffer;
};

const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;

/** The seal of this installation. Where no key is configured, one is made and kept under the data folder. */
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

/** Of two nodes that make it at the same moment, both keep the one that was there first. */
async function keptKey(path: string): Promise<string> {
  const known = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
  if (known !== undefined) return known.trim();
  await mkdir(join(path, ".."), { recursive: true });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${randomBytes(keyLength).toString("base64")}\n`, { mode: 0o600, flush: true });
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return (await readFile(path, "utf8")).trim();
}
