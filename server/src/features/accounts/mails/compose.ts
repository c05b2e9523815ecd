import type { Language } from "@wrapsody/shared/language.ts";
import type { Letter } from "../../../platform/mail/mail.ts";
import { spell } from "../../../platform/mail/phrases.ts";
import { writeLetter } from "../../../platform/mail/write.ts";
import { english } from "./english.ts";
import type { Envelope } from "./envelope.ts";
import { lifetimes } from "./lifetimes.ts";
import { spanish } from "./spanish.ts";
import type { Facts, Kind, MailOf, Text, Texts } from "./texts.ts";

const textsIn: Record<Language, Texts> = { en: english, es: spanish };

/** Writes a mail in its reader's language. */
export function composeMail({ id, to, language, mail }: Envelope, publicUrl: string): Promise<Letter> {
  const facts: Facts = {
    host: new URL(publicUrl).host,
    lasts: (expiring) => spell(lifetimes[expiring], language),
  };
  const text = textOf(mail.kind, mail, { texts: textsIn[language], facts });
  return writeLetter({ id, to, language, publicUrl }, { ...text, name: mail.name });
}

function textOf<Given extends Kind>(
  kind: Given,
  mail: MailOf<Given>,
  { texts, facts }: { texts: Texts; facts: Facts },
): Text {
  return texts[kind](mail, facts);
}
