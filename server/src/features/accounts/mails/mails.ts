import type { Language } from "@wrapsody/shared/language.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import type { Content } from "../../../platform/mail/content.ts";
import { enqueueEmail } from "../../../platform/mail/delivery.ts";
import { formatDuration } from "../../../platform/mail/phrases.ts";
import type { AccountMail } from "./account-mail.ts";
import { english } from "./english.ts";
import { expires, lifetimes } from "./lifetimes.ts";
import { spanish } from "./spanish.ts";
import type { Facts, Kind, MailOf, Text, Texts } from "./texts.ts";

const textsIn: Record<Language, Texts> = { en: english, es: spanish };

/** Sends a mail in its reader's language if and only if the caller's transaction commits. */
export async function postMail(
  context: Context,
  tx: Executor,
  { to, language, mail }: { to: string; language: Language; mail: AccountMail },
): Promise<void> {
  const until = expiryOf(mail.kind, context.clock.now());
  const content = writeContent(mail, language, context.publicUrl);
  await enqueueEmail(context, tx, { to, language, content, ...(until === undefined ? {} : { until }) });
}

function expiryOf(kind: Kind, now: Date): Date | undefined {
  return expires(kind) ? new Date(now.getTime() + lifetimes[kind] * 1000) : undefined;
}

function writeContent(mail: AccountMail, language: Language, publicUrl: string): Content {
  const facts: Facts = {
    host: new URL(publicUrl).host,
    lasts: (expiring) => formatDuration(lifetimes[expiring], language),
    day: (date) =>
      new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(date)),
  };
  return { ...textOf(mail.kind, mail, { texts: textsIn[language], facts }), name: mail.name };
}

function textOf<Given extends Kind>(
  kind: Given,
  mail: MailOf<Given>,
  { texts, facts }: { texts: Texts; facts: Facts },
): Text {
  return texts[kind](mail, facts);
}
