import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

export type Log = Logger;

const secrets = ["authorization", "cookie", "password", "token", "secret", "connectionString"];
const secretHeaders = ["x-session-token", "x-device-fingerprint", "set-cookie"];

/** Creates a logger that writes JSON lines to standard output. */
export function createLog(level: string): Log {
  output ??= openOutput();
  return pino(logOptions(level), output);
}

/** Shared by all loggers of a process. */
let output: DestinationStream | undefined;

/**
 * Writes the lines of one turn of the event loop together. Under load that is many, and each write takes longer than its line. A
 * process that is killed loses those of its last turn.
 */
function openOutput(): DestinationStream {
  const standardOutput = pino.destination(1);
  let lines = "";
  const flush = () => {
    if (lines !== "") standardOutput.write(lines);
    lines = "";
  };
  process.once("exit", flush);
  return {
    write(line) {
      if (lines === "") setImmediate(flush);
      lines += line;
    },
  };
}

/** Redacts credentials before a line is written. */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
    redact: {
      paths: [
        ...secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        ...secretHeaders.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]),
      ],
      censor: "[redacted]",
    },
  };
}

type Described = { type: string; message: string; code?: unknown; stack?: string; cause?: Described };

/**
 * Serializes name, message, code, stack and cause. Omits other properties: database errors quote row values,
 * request errors quote headers.
 */
function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return {
    type: error.name,
    message: error.message,
    ...("code" in error ? { code: error.code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined || depth >= 4 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}
