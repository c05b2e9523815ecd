import { type Logger, pino } from "pino";

export type Log = Logger;

/** Structured logs on standard output. Whatever could open a door is cut out before it is written. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        "*.authorization",
        "*.cookie",
        "*.password",
        "*.token",
        "*.secret",
        'headers["x-session-token"]',
        'headers["x-device-fingerprint"]',
        "headers.authorization",
        "headers.cookie",
        "connectionString",
      ],
      censor: "[redacted]",
    },
  });
}
