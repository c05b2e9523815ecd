import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { Failure } from "../failure.ts";

/** Takes the parts of a call as they come. */
export type PartHandlers = {
  field(name: string, value: string): void;
  /** Reads the source to its end, or leaves it to flow away. */
  file(name: string, source: Readable, told: { fileName: string; contentType: string }): Promise<void>;
};

export type MultipartLimits = {
  /** Bytes; what is longer is cut off behind them. */
  maxFileBytes: number;
  /** Bytes of a part that is no file. */
  maxFieldBytes: number;
  /** Bytes of the whole call, after which nothing more is taken. */
  maxTotalBytes: number;
  /** What is told of a call that is longer. */
  tooLargeFailure(): Failure;
};

/** Holds the whole body as JSON, where a call has such a part. */
export const jsonPart = "data";

const mostFields = 40;
const mostFiles = 10;
const longestFileName = 255;

/**
 * Reads a call that comes as `multipart/form-data`, part by part, no faster than its files are taken. When it throws, all
 * that was begun has come to its end.
 *
 * @throws Failure E0008 for what is too much, E0000 for what is no such call or breaks off; what `parts` throws
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
      // One that nobody reads would end the program with the error of a call that breaks off.
      source.on("error", () => undefined);
      // What is left of the last piece is still parsed after a stop; nobody would end what is begun then.
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
    watch(request, limits, stop);
    request.pipe(parser);
  });
  await reading.finally(() => Promise.allSettled(files));
  await Promise.all(files);
}

function stoppable(): { signal: AbortSignal; stop(reason: unknown): void } {
  const stopping = new AbortController();
  return { signal: stopping.signal, stop: (reason) => stopping.abort(reason) };
}

/** Stops at the end of a connection that breaks off, and of all patience. */
function watch(
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
      // Programs send their JSON as a file, too.
      isPartAFile: (name, contentType, fileName) =>
        name !== jsonPart && (contentType === "application/octet-stream" || fileName !== undefined),
      limits: {
        fieldNameSize: 100,
        fieldSize: maxFieldBytes,
        fileSize: maxFileBytes,
        fields: mostFields,
        files: mostFiles,
        parts: mostFields + mostFiles,
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

/** The last part of a path, as nothing but a line of text. */
function plainName(fileName: string | undefined): string {
  return (fileName ?? "").replaceAll(/\p{Cc}/gu, "").slice(0, longestFileName);
}
