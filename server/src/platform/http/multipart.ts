import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { normalizeText } from "@wrapsody/shared/text/text.ts";
import { Failure } from "../failure.ts";

/** Receives the parts of a request in order of arrival. */
export type PartHandlers = {
  field(name: string, value: string): void;
  /** Must consume or resume the source. */
  file(name: string, source: Readable, info: { fileName: string; contentType: string }): Promise<void>;
};

export type MultipartLimits = {
  /** Longer files are truncated. */
  maxFileBytes: number;
  maxFieldBytes: number;
  /** Of the whole request; reading stops after it. */
  maxTotalBytes: number;
  /** Creates the failure for a request over `maxTotalBytes`. */
  tooLargeFailure(): Failure;
};

/** The name of the part that contains the body as JSON. */
export const jsonPart = "data";

const MAX_FIELDS = 40;
const MAX_FILES = 10;
const MAX_FILE_NAME_LENGTH = 255;

/**
 * Parses `multipart/form-data` part by part, with backpressure. When it throws, all file handlers have settled.
 *
 * @throws Failure E0008 over a limit, E0000 if malformed or aborted; errors of `parts`
 */
export async function parseMultipart(
  request: IncomingMessage,
  limits: MultipartLimits,
  parts: PartHandlers,
): Promise<void> {
  const parser = openParser(request, limits);
  const files: Promise<void>[] = [];
  const reading = new Promise<void>((resolve, reject) => {
    const { signal, stop } = stoppable();
    signal.addEventListener("abort", () => {
      request.unpipe(parser);
      request.resume();
      reject(signal.reason);
    });
    parser.on("field", (name: string | undefined, value, nameCut, valueCut) => {
      if (nameCut || valueCut) stop(new Failure("E0008"));
      else if (name !== undefined) parts.field(name, value);
    });
    parser.on("file", (name: string | undefined, source, fileName, _encoding, contentType = "") => {
      // Without a listener, an aborted request would crash the process.
      source.on("error", () => undefined);
      // The parser finishes the current chunk after an abort; new files must not start.
      if (signal.aborted || name === undefined) return void source.resume();
      signal.addEventListener("abort", () => source.destroy());
      const file = parts.file(name, source, { fileName: plainName(fileName), contentType });
      files.push(file);
      file.catch(stop);
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
      parser.on(limit, () => stop(new Failure("E0008")));
    }
    parser.on("error", (cause) => stop(broken(cause)));
    parser.on("finish", resolve);
    watchRequest(request, limits, stop);
    request.pipe(parser);
  });
  await reading.finally(() => Promise.allSettled(files));
  await Promise.all(files);
}

function stoppable(): { signal: AbortSignal; stop(reason: unknown): void } {
  const stopping = new AbortController();
  return { signal: stopping.signal, stop: (reason) => stopping.abort(reason) };
}

/** Aborts if the connection closes early or `maxTotalBytes` is exceeded. */
function watchRequest(
  request: IncomingMessage,
  { maxTotalBytes, tooLargeFailure }: MultipartLimits,
  stop: (reason: unknown) => void,
): void {
  const breakOff = () => {
    if (!request.complete) stop(broken(undefined));
  };
  request.on("close", breakOff);
  if (request.destroyed) breakOff();
  let bytes = 0;
  request.on("data", ({ length }: Buffer) => {
    bytes += length;
    if (bytes > maxTotalBytes) stop(tooLargeFailure());
  });
}

function openParser(
  { headers }: IncomingMessage,
  { maxFileBytes, maxFieldBytes }: MultipartLimits,
): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      // Some clients send the JSON part with a file name.
      isPartAFile: (name, contentType, fileName) =>
        name !== jsonPart && (contentType === "application/octet-stream" || fileName !== undefined),
      limits: {
        fieldNameSize: 100,
        fieldSize: maxFieldBytes,
        fileSize: maxFileBytes,
        fields: MAX_FIELDS,
        files: MAX_FILES,
        parts: MAX_FIELDS + MAX_FILES,
        headerPairs: 50,
      },
    });
  } catch (cause) {
    throw broken(cause);
  }
}

function broken(cause: unknown): Failure {
  return new Failure("E0000", { message: "The request could not be read.", cause });
}

/** Removes control characters, normalizes and truncates: a file is not refused for its name. */
function plainName(fileName: string | undefined): string {
  return normalizeText((fileName ?? "").replaceAll(/\p{Cc}/gu, "").toWellFormed()).slice(
    0,
    MAX_FILE_NAME_LENGTH,
  );
}
