import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database.ts";
import type { Evm } from "./evm.ts";
import type { Log } from "./log.ts";
import type { Mail } from "./mail/mail.ts";
import type { Queue } from "./queue.ts";
import type { Seal } from "./seal.ts";
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
  mail: Mail;
  /** Keeps what must be read again, and by nobody else. */
  seal: Seal;
  evm: Evm;
  clock: Clock;
  log: Log;
};
