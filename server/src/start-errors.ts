import { ConfigError } from "./platform/config/config.ts";

/** Errors that the operator can fix; their message says how. */
const operatorErrors = [
  "BackupError",
  "BackupRunningError",
  "EmbeddedPostgresError",
  "HandoverError",
  "KeyMismatchError",
  "LocalChainError",
  "MigrationError",
  "PoolerError",
  "StorageError",
  "StartError",
  "SiteError",
];

/** Formats a start error. Errors that the operator can fix have no stack trace. */
export function describeStartError(error: unknown): string {
  if (error instanceof ConfigError) return `Invalid configuration:\n${error.message}`;
  if (!(error instanceof Error)) return String(error);
  return operatorErrors.includes(error.name) ? error.message : (error.stack ?? error.message);
}
