import type { Content } from "../../../platform/mail/content.ts";
import type { AccountMail } from "./account-mail.ts";
import type { Expiring } from "./lifetimes.ts";

export type Kind = AccountMail["kind"];
export type MailOf<Given extends Kind> = { [One in Given]: Extract<AccountMail, { kind: One }> }[Given];

/** What texts tell beside the mail's own. */
export type Facts = {
  /** Of the site, as its readers know it. */
  host: string;
  /** How long each link or code works, in words. */
  lasts(kind: Expiring): string;
  /** A day (YYYY-MM-DD) in words. */
  day(date: string): string;
};

export type Text = Omit<Content, "name">;

/** Every mail in one language. */
export type Texts = { [One in Kind]: (mail: MailOf<One>, facts: Facts) => Text };
