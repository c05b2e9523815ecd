import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from "node:crypto";
import { z } from "zod";
import { BackupError } from "./backup-error.ts";

/**
 * Encryption of backups. A passphrase opens the data key of a target (scrypt, AES-256-GCM). Every object has a key of
 * its own, derived from the data key, a random salt and its purpose, so that objects cannot be exchanged. It is
 * encrypted in chunks, each with a counter and a mark of the last one as nonce, so that no byte is used before it is
 * authenticated, and neither missing nor reordered chunks go unnoticed.
 */
const MAGIC = Buffer.from("WBK1");
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const KEY_BYTES = 32;
const CHUNK_BYTES = 256 << 10;
const CIPHER = "aes-256-gcm";

/** The data key of a target. */
export type DataKey = Buffer;

type ScryptCost = { N: number; r: number; p: number };
const SCRYPT: ScryptCost = { N: 1 << 17, r: 8, p: 1 };
/** Bounds the work that a manipulated target can cause. */
const MAX_SCRYPT_N = 1 << 20;

export const lockedKey = z.object({
  kdf: z.object({
    name: z.literal("scrypt"),
    N: z.number().int().max(MAX_SCRYPT_N),
    r: z.number().int().max(8),
    p: z.number().int().max(4),
    salt: z.base64(),
  }),
  /** Nonce, tag and ciphertext in base64. */
  key: z.base64(),
});
/** A data key that is encrypted with a passphrase. */
export type LockedKey = z.output<typeof lockedKey>;

/** Creates a data key, and encrypts it with a passphrase. */
export async function createDataKey(
  passphrase: string,
  cost = SCRYPT,
): Promise<{ dataKey: DataKey; locked: LockedKey }> {
  const dataKey = randomBytes(KEY_BYTES);
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, await deriveKey(passphrase, salt, cost), nonce);
  const sealed = Buffer.concat([cipher.update(dataKey), cipher.final()]);
  const key = Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
  return { dataKey, locked: { kdf: { name: "scrypt", ...cost, salt: salt.toString("base64") }, key } };
}

/** Returns undefined if the passphrase is wrong. */
export async function unlockDataKey(
  passphrase: string,
  { kdf, key }: LockedKey,
): Promise<DataKey | undefined> {
  const sealed = Buffer.from(key, "base64");
  const secret = await deriveKey(passphrase, Buffer.from(kdf.salt, "base64"), kdf);
  const decipher = createDecipheriv(CIPHER, secret, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  }).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function deriveKey(passphrase: string, salt: Buffer, { N, r, p }: ScryptCost): Promise<Buffer> {
  const options = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize("NFC"), salt, KEY_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    ),
  );
}

/** Returns a name that does not disclose what it stands for. */
export function hideName(dataKey: DataKey, name: string): string {
  const key = Buffer.from(hkdfSync("sha256", dataKey, Buffer.alloc(0), "names", KEY_BYTES));
  return createHmac("sha256", key).update(name).digest("hex");
}

/** Returns the size of an encrypted object. */
export function sealedSize(size: number): number {
  return MAGIC.length + SALT_BYTES + size + TAG_BYTES * Math.max(1, Math.ceil(size / CHUNK_BYTES));
}

/** Encrypts an object. */
export async function* seal(
  dataKey: DataKey,
  purpose: string,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const key = deriveObjectKey(dataKey, salt, purpose);
  yield Buffer.concat([MAGIC, salt]);
  let index = 0;
  for await (const { chunk, isLast } of chunksOf(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, key, nonceOf(index, isLast));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    index += 1;
  }
}

/** Decrypts an object. @throws BackupError if it is damaged, incomplete, or another object */
export async function* unseal(
  dataKey: DataKey,
  purpose: string,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const pieces = new PieceReader(source);
  const header = await pieces.read(MAGIC.length + SALT_BYTES);
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged(purpose);
  const key = deriveObjectKey(dataKey, header.subarray(MAGIC.length), purpose);
  let index = 0;
  for await (const { chunk, isLast } of chunksOf(pieces.rest(), CHUNK_BYTES + TAG_BYTES)) {
    if (chunk.length < TAG_BYTES) throw damaged(purpose);
    const end = chunk.length - TAG_BYTES;
    const decipher = createDecipheriv(CIPHER, key, nonceOf(index, isLast), {
      authTagLength: TAG_BYTES,
    }).setAuthTag(chunk.subarray(end));
    try {
      yield Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()]);
    } catch {
      throw damaged(purpose);
    }
    index += 1;
  }
}

function damaged(purpose: string): BackupError {
  return new BackupError(`The backup is damaged: ${purpose} cannot be decrypted.`);
}

function deriveObjectKey(dataKey: DataKey, salt: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", dataKey, salt, purpose, KEY_BYTES));
}

/** 11 bytes of counter and one that marks the last chunk. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(index, 5, 6);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

/** Regroups pieces into chunks of the same size. There is at least one, and the last is marked. */
async function* chunksOf(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of source) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes <= size) continue;
    const joined = Buffer.concat(waiting);
    let at = 0;
    // Passes a full chunk on only when another one follows.
    for (; joined.length - at > size; at += size)
      yield { chunk: joined.subarray(at, at + size), isLast: false };
    waiting = [joined.subarray(at)];
    bytes = joined.length - at;
  }
  yield { chunk: Buffer.concat(waiting), isLast: true };
}

/** Reads a number of bytes from a source, then the rest. */
class PieceReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #left: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  /** Returns fewer bytes if the source ends. */
  async read(size: number): Promise<Buffer> {
    while (this.#left.length < size) {
      const { value, done } = await this.#pieces.next();
      if (done === true) break;
      this.#left = Buffer.concat([this.#left, value]);
    }
    const read = this.#left.subarray(0, size);
    this.#left = this.#left.subarray(size);
    return read;
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    try {
      if (this.#left.length > 0) yield this.#left;
      for (;;) {
        const { value, done } = await this.#pieces.next();
        if (done === true) return;
        yield value;
      }
    } finally {
      await this.#pieces.return?.();
    }
  }
}
