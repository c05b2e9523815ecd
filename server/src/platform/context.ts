import type { Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import type { Evm } from "./config/evm.ts";
import type { Database } from "./database/database.ts";
import type { Queue } from "./jobs/queue.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Encryption } from "./security/encryption.ts";
import type { Storage } from "./storage/storage.ts";

/** What every operation may need, made once at the start and passed in. */
export type Context = {
  config: Config;
  /** The address the public reaches this program at, without a trailing slash. */
  publicUrl: string;
  db: Database;
  /** For reads that bear a little lag; the same as `db` where no replica is configured. */
  replica: Database;
  storage: Storage;
  queue: Queue;
  /** Only jobs deliver: a mail that a call posts waits in the queue, see `postLetter`. */
  mail: Mailer;
  /** Keeps what must be read again, and by nobody else. */
  encryption: Encryption;
  evm: Evm;
  clock: Clock;
  log: Log;
};
