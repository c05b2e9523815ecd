import { randomBytes } from "node:crypto";

/** A file upload; its name and type may not match its content. */
export type FileSent = { content: Buffer; fileName?: string; contentType?: string };

/**
 * Returns the `inject` options for `multipart/form-data`: text as fields, everything else as files. `headers`
 * are added, such as those of `bearer(token)`.
 */
export function multipart(
  parts: Readonly<Record<string, string | FileSent | undefined>>,
  headers: Readonly<Record<string, string>> = {},
): { headers: Record<string, string>; payload: Buffer } {
  const boundary = `----wrapsody${randomBytes(12).toString("hex")}`;
  const pieces = Object.entries(parts).flatMap(([name, part]) =>
    part === undefined ? [] : [Buffer.from(`--${boundary}\r\n`), ...pieceOf(name, part), Buffer.from("\r\n")],
  );
  return {
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

function pieceOf(name: string, part: string | FileSent): Buffer[] {
  if (typeof part === "string")
    return [Buffer.from(`content-disposition: form-data; name="${name}"\r\n\r\n${part}`)];
  const { content, fileName = `${name}.bin`, contentType = "application/octet-stream" } = part;
  const head = `content-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: ${contentType}\r\n\r\n`;
  return [Buffer.from(head), content];
}
