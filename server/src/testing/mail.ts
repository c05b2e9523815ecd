import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { BACKGROUND_TIMEOUT_MS } from "../../../checks/test-limits.ts";

/**
 * How a test reads the mails that it caused:
 *
 *     const mails = await receiveMails();
 *     const database = await testDatabase({ SMTP_URL: mails.url });
 *     … a call that posts a mail …
 *     expect(await runJobs(database.context)).toEqual([]);
 *     const mail = await mails.waitForMail("fan@wrapsody.example", ({ subject }) => subject?.includes("password"));
 *     await database.close(); await mails.close();
 */
export type ReceivedMails = {
  /** For SMTP_URL. */
  url: string;
  /** Lists the emails to an address, oldest first. */
  mails(address: string): Email[];
  /** Lists all emails with their recipients, oldest first. */
  all(): ReadonlyArray<{ to: readonly string[]; mail: Email }>;
  /** Waits for an email to the address that matches and returns the newest. */
  waitForMail(address: string, fits?: (mail: Email) => boolean | undefined): Promise<Email>;
  close(): Promise<void>;
};

/** Starts a mail server on loopback that accepts and keeps every email. `options` can add faults. */
export async function receiveMails(options: SMTPServerOptions = {}, port = 0): Promise<ReceivedMails> {
  const received: Array<{ to: string[]; mail: Email }> = [];
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    onData(stream, { envelope }, onReceived) {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => {
          received.push({ to: envelope.rcptTo.map(({ address }) => address.toLowerCase()), mail });
          onReceived();
        }, onReceived);
    },
    ...options,
  });
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const { port: boundPort } = server.server.address() as AddressInfo;
  const mails = (address: string) =>
    received.filter(({ to }) => to.includes(address.toLowerCase())).map(({ mail }) => mail);
  return {
    url: `${options.secure === true ? "smtps" : "smtp"}://127.0.0.1:${boundPort}`,
    mails,
    all: () => received,
    async waitForMail(address, fits = () => true) {
      const deadline = performance.now() + BACKGROUND_TIMEOUT_MS;
      for (;;) {
        const found = mails(address).findLast((mail) => fits(mail) === true);
        if (found !== undefined) return found;
        if (performance.now() > deadline) throw new Error(`no such mail came to ${address}`);
        await sleep(20);
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
