import { hash } from "node:crypto";

/** Weak: the same content may still be compressed differently. */
export function computeEtag(content: string | Buffer): string {
  return `W/"${hash("sha1", content, "base64url")}"`;
}

const oneTag = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Whether an `If-None-Match` header names the tag, compared weakly: RFC 9110, section 13.1.2. */
export function matchesEtag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header === tag || header.trim() === "*") return true;
  const opaque = tag.replace(/^W\//, "");
  for (const match of header.matchAll(oneTag)) if (match[1] === opaque) return true;
  return false;
}
