import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type pg from "pg";
import { readConfig } from "../../platform/config/config.ts";
import type { Evm } from "../../platform/config/evm.ts";
import { type Context, systemClock } from "../../platform/context.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { createLog } from "../../platform/log.ts";
import { openMailer } from "../../platform/mail/open-mailer.ts";
import { createEncryption } from "../../platform/security/encryption.ts";
import { createSiteSettings } from "../../platform/site/site-settings.ts";
import { openDiskStorage } from "../../platform/storage/disk.ts";

/** Creates a context on an existing database, with the system clock, for processes outside of Vitest. */
export async function openChainContext(options: {
  url: string;
  folder: string;
  evm: Evm;
}): Promise<{ context: Context; pool: pg.Pool; close(): Promise<void> }> {
  const { db, pool, close } = openDatabase({ url: options.url, size: 10, onError: () => undefined });
  const parts = {
    config: readConfig({ NODE_ENV: "test", DATA_DIR: options.folder, DEMO: "0", LOG_LEVEL: "silent" }),
    publicUrl: "http://localhost",
    db,
    clock: systemClock,
    log: createLog("silent"),
  };
  const storage = await openDiskStorage(join(options.folder, "files"));
  const mail = openMailer(parts);
  const site = createSiteSettings(parts);
  const encryption = createEncryption(randomBytes(32));
  return {
    context: { ...parts, site, replica: db, storage, queue, mail: mail.mail, encryption, evm: options.evm },
    pool,
    async close() {
      mail.close();
      await close();
      await storage.close();
    },
  };
}
