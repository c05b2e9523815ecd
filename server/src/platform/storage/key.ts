/** `ab/cd/<sha-256 in hex>.<extension>`: files are content-addressed, so a file never changes. */
export type StorageKey = string;

/**
 * The file types that can be stored. The extension, not the uploader, determines the type of the response.
 */
const contentTypes = {
  aac: "audio/aac",
  aif: "audio/aiff",
  aiff: "audio/aiff",
  avif: "image/avif",
  bin: "application/octet-stream",
  csv: "text/csv",
  flac: "audio/flac",
  gif: "image/gif",
  ipld: "application/vnd.ipld.raw",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  oga: "audio/ogg",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  tsv: "text/tab-separated-values",
  txt: "text/plain",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
  zip: "application/zip",
};

const kinds: ReadonlyMap<string, string> = new Map(Object.entries(contentTypes));

const keyForm = /^([0-9a-f]{2})\/([0-9a-f]{2})\/((\1\2)[0-9a-f]{60})\.([a-z0-9]{1,8})$/;

/** Parses a key. Returns undefined for anything else, such as a path that leads out of the store. */
export function parseKey(key: string): { hash: string; extension: string; contentType: string } | undefined {
  const match = keyForm.exec(key);
  const hash = match?.[3];
  const extension = match?.[5];
  const contentType = extension === undefined ? undefined : getContentType(extension);
  if (hash === undefined || extension === undefined || contentType === undefined) return undefined;
  return { hash, extension, contentType };
}

/** @param hash sha-256 in lower-case hex */
export function buildKey(hash: string, extension: string): StorageKey {
  return `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}.${extension}`;
}

/** Returns the media type of an extension without its dot, or undefined if it cannot be stored. */
export function getContentType(extension: string): string | undefined {
  return kinds.get(extension);
}

/**
 * @throws TypeError if the extension is unknown or belongs to another media type, which is a bug of the
 * caller
 */
export function checkKind(extension: string, contentType: string): void {
  const expectedType = getContentType(extension);
  if (expectedType === undefined)
    throw new TypeError(`Files with the extension "${extension}" are not kept.`);
  const essence = contentType.split(";", 1)[0]?.trim().toLowerCase();
  if (essence !== expectedType) {
    throw new TypeError(
      `A file with the extension "${extension}" is ${expectedType}, but was given as ${contentType}.`,
    );
  }
}

const keyInText = /([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}\.[a-z0-9]{1,8}/g;
const MAX_KEY_LENGTH = 6 + 64 + 9;

/** Returns a function that takes a text of lines in pieces and reports the keys in it, some of them twice. */
export function keyFinder(found: (key: StorageKey) => void): (piece: Buffer) => void {
  let end = "";
  return (piece) => {
    const text = end + piece.toString("latin1");
    for (const { 0: key, index } of text.matchAll(keyInText)) {
      // The extension of a key at the end may continue in the next piece.
      const isCut = index + key.length === text.length;
      if (!isCut && parseKey(key) !== undefined) found(key);
    }
    end = text.slice(-MAX_KEY_LENGTH);
  };
}
