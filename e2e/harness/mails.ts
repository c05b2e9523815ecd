import { setTimeout as sleep } from "node:timers/promises";
import { BACKGROUND_TIMEOUT_MS } from "../../checks/test-limits.ts";

/** A mail's subject and plain text. */
export type Mail = { subject: string; text: string };

type MailListing = { id: string; subject: string };

/** Waits for the newest mail to an address whose subject matches, once the outbox has `count` of them. */
export async function waitForMail(
  url: string,
  to: string,
  { subject, count = 1 }: { subject: RegExp; count?: number },
): Promise<Mail> {
  const deadline = performance.now() + BACKGROUND_TIMEOUT_MS;
  for (;;) {
    const mails = (await listOutbox(url, to)).filter((mail) => subject.test(mail.subject));
    const [newest] = mails;
    if (newest !== undefined && mails.length >= count) return readMail(url, newest);
    if (performance.now() > deadline) throw new Error(`No such mail came to ${to}: ${subject}`);
    await sleep(50);
  }
}

/** Counts the mails in the outbox to an address whose subject matches. */
export async function countMails(url: string, to: string, subject: RegExp): Promise<number> {
  return (await listOutbox(url, to)).filter((mail) => subject.test(mail.subject)).length;
}

/** Returns the first link in a mail. */
export function findLink({ text, subject }: Mail): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`There is no link in the mail “${subject}”.`);
  return link;
}

/** Returns the code in a mail, spaces included, as a reader would copy it. */
export function findCode({ text, subject }: Mail): string {
  const code = /\b\d{3}\s?\d{3}\b/.exec(text)?.[0];
  if (code === undefined) throw new Error(`There is no code in the mail “${subject}”.`);
  return code;
}

/** Lists the mails to an address, newest first. */
async function listOutbox(url: string, to: string): Promise<MailListing[]> {
  const html = await (await fetch(`${url}/outbox?to=${encodeURIComponent(to)}`)).text();
  const rows = html.matchAll(/<td class="subject"><a href="\/outbox\/([^"]+)">([^<]*)</g);
  return [...rows].map(([, id = "", subject = ""]) => ({ id, subject: unescapeHtml(subject) }));
}

async function readMail(url: string, { id, subject }: MailListing): Promise<Mail> {
  const html = await (await fetch(`${url}/outbox/${id}`)).text();
  const [, text = ""] = /<pre>(.*?)<\/pre>/s.exec(html) ?? [];
  return { subject, text: unescapeHtml(text.replace(/<[^>]+>/g, "")) };
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

function unescapeHtml(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);
}
