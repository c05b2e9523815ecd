import type { IncomingHttpHeaders } from "node:http";
import { isNotModified, rangeApplies, type Validators } from "./conditions.ts";
import { readRange } from "./ranges.ts";
import type { ByteRange, OpenFile } from "./storage.ts";

export type FileOptions = {
  /** Of the response; by default that of the file. */
  contentType?: string;
  /** Strong and quoted; by default the hash of the content. */
  etag?: string;
  /** By default the file is cached forever, because the content of a key never changes. */
  cacheControl?: string;
  /** The file name for a download; without it the file is shown inline. */
  downloadName?: string;
};

export type FileRequest = { method?: string | undefined; headers: IncomingHttpHeaders };

/** A response without its bytes and their length: the whole file is one range, and 304 and 416 have none. */
export type FileResponse = {
  status: 200 | 206 | 304 | 416;
  contentType: string;
  headers: Record<string, string>;
  ranges: readonly ByteRange[];
};

export const immutable = "public, max-age=31536000, immutable";

/** An SVG may contain scripts, which must not run on our origin. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/** Builds the response to a file request per RFC 9110: 200, 206 with one or several ranges, 304 or 416. */
export function buildFileResponse(
  file: Pick<OpenFile, "size" | "contentType" | "modifiedAt">,
  question: FileRequest,
  options: FileOptions & { etag: string },
): FileResponse {
  const { size, modifiedAt } = file;
  const validators = { etag: options.etag, modifiedAt };
  const contentType = options.contentType ?? file.contentType;
  const about = createHeaders(validators, options);
  if (isNotModified(question.headers, validators))
    return { status: 304, contentType, headers: about, ranges: [] };
  const content = { ...about, ...describeContent(contentType, options) };
  const requested = rangesOf(question, size, validators);
  switch (requested.kind) {
    case "unsatisfiable": {
      const headers = { "accept-ranges": "bytes", "content-range": `bytes */${size}` };
      return { status: 416, contentType, headers, ranges: [] };
    }
    case "whole":
      return { status: 200, contentType, headers: content, ranges: [{ start: 0, end: size - 1 }] };
    case "ranges": {
      const { ranges } = requested;
      const [only, ...others] = ranges;
      if (others.length > 0) return { status: 206, contentType, headers: content, ranges };
      const headers = { ...content, "content-range": `bytes ${only.start}-${only.end}/${size}` };
      return { status: 206, contentType, headers, ranges };
    }
  }
}

/** Ranges are defined only for GET. */
function rangesOf({ method, headers }: FileRequest, size: number, validators: Validators) {
  const applies = method === "GET" && rangeApplies(headers, validators);
  return readRange(applies ? headers.range : undefined, size);
}

function createHeaders(
  { etag, modifiedAt }: Validators,
  { cacheControl }: FileOptions,
): Record<string, string> {
  return {
    etag,
    "last-modified": modifiedAt.toUTCString(),
    "cache-control": cacheControl ?? immutable,
    "accept-ranges": "bytes",
  };
}

function describeContent(contentType: string, { downloadName }: FileOptions): Record<string, string> {
  return {
    "content-type": contentType,
    "x-content-type-options": "nosniff",
    ...(contentType.startsWith("image/svg") ? { "content-security-policy": drawingPolicy } : {}),
    ...(downloadName === undefined ? {} : { "content-disposition": attachmentDisposition(downloadName) }),
  };
}

/** Returns the headers of a file that the reverse proxy sends, which adds length, ETag and Last-Modified. */
export function describeFile(contentType: string, options: FileOptions): Record<string, string> {
  return { "cache-control": options.cacheControl ?? immutable, ...describeContent(contentType, options) };
}

/** Returns a Content-Disposition with the full name and an ASCII fallback (RFC 6266). */
export function attachmentDisposition(name: string): string {
  const safeName = name.toWellFormed().replaceAll(/[\p{Cc}/\\]/gu, "_");
  const plain = safeName.replaceAll(/[^\x20-\x7e]|["%]/g, "_");
  const full = encodeURIComponent(safeName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
