import type { Config } from "./config/config.ts";
import type { Evm } from "./config/evm.ts";
import type { Database } from "./database/database.ts";
import type { Queue } from "./jobs/queue.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Encryption } from "./security/encryption.ts";
import type { SiteSettingsReader } from "./site/site-settings.ts";
import type { Storage } from "./storage/storage.ts";

/** The current time; tests advance it instead of waiting. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** Shared dependencies, created once at the start and passed to every operation. */
export type Context = {
  config: Config;
  /** The public URL, without a trailing slash. */
  publicUrl: string;
  /** Settings of the site by administrators, such as its name. */
  site: SiteSettingsReader;
  db: Database;
  /** For reads that tolerate replication lag. Equals `db` if no replica is configured. */
  replica: Database;
  storage: Storage;
  queue: Queue;
  /** Used by jobs only. Requests enqueue their emails, see `notify`. */
  mail: Mailer;
  /** Encrypts secrets that the program has to read again. */
  encryption: Encryption;
  evm: Evm;
  clock: Clock;
  log: Log;
};
