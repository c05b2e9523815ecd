import { createElement as h, type ReactNode } from "react";
import { renderSitePage } from "../../pages/site-look.ts";
import type { EmailSummary, StoredEmail } from "./outbox.data.ts";
import { MAX_OUTBOX_EMAILS } from "./outbox.ts";

/** Renders the list of all emails, or of those to one address. */
export function listPage(siteName: string, emails: readonly EmailSummary[], to?: string): string {
  const empty =
    to === undefined
      ? "No emails yet. Sign up or reset a password to see one here."
      : `No emails to ${to} yet.`;
  return writePage(
    { siteName, title: "Outbox" },
    to === undefined ? null : h("p", { className: "back" }, h("a", { href: "/outbox" }, "All emails")),
    h("h1", null, to === undefined ? "Outbox" : `Emails to ${to}`),
    emails.length === 0 ? h("p", { className: "empty" }, empty) : h(List, { emails }),
  );
}

export function emailPage(siteName: string, email: StoredEmail): string {
  return writePage(
    { siteName, title: email.subject },
    h("p", { className: "back" }, h("a", { href: "/outbox" }, "All emails")),
    h("h1", null, email.subject),
    h(
      "dl",
      null,
      h("div", null, h("dt", null, "To"), h("dd", null, email.to)),
      h("div", null, h("dt", null, "Sent"), h("dd", null, h(Time, { at: email.sentAt }))),
    ),
    h("div", { className: "parts" }, h(HtmlPart, { email }), h(TextPart, { text: email.text })),
  );
}

function HtmlPart({ email: { id, subject } }: { email: StoredEmail }) {
  const alone = `/outbox/${id}/mail`;
  const openLink = h("a", { href: alone }, "Open in a separate page");
  return h(
    "section",
    null,
    h("div", { className: "head" }, h("h2", null, "HTML"), h("p", null, openLink)),
    h("iframe", { src: alone, title: `${subject}, as HTML` }),
  );
}

function TextPart({ text }: { text: string }) {
  return h("section", null, h("h2", null, "Plain text"), h("pre", null, linked(text)));
}

function List({ emails }: { emails: readonly EmailSummary[] }) {
  const columns = ["Sent", "To", "Subject"];
  return h(
    "table",
    null,
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        columns.map((name) => h("th", { key: name, scope: "col" }, name)),
      ),
    ),
    h(
      "tbody",
      null,
      emails.map((email) => h(Row, { key: email.id, email })),
    ),
  );
}

function Row({ email: { id, to, subject, sentAt } }: { email: EmailSummary }) {
  return h(
    "tr",
    null,
    h("td", { className: "time" }, h(Time, { at: sentAt })),
    h("td", null, h("a", { href: `/outbox?to=${encodeURIComponent(to)}` }, to)),
    h("td", { className: "subject" }, h("a", { href: `/outbox/${id}` }, subject)),
  );
}

const clock = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" });

function Time({ at }: { at: string }) {
  return h("time", { dateTime: at }, `${clock.format(new Date(at))} UTC`);
}

/** Returns the text with its URLs as links. */
function linked(text: string): ReactNode[] {
  return text.split(/(https?:\/\/\S+)/).map((part, place) =>
    // Every second part is the separator.
    place % 2 === 1
      ? h("a", { key: part + place, href: part, target: "_blank", rel: "noreferrer" }, part)
      : part,
  );
}

const notice = `Sandbox: emails are stored here instead of being sent (the latest ${MAX_OUTBOX_EMAILS}). Nothing leaves this machine.`;

type Heading = { siteName: string; title: string };

function writePage(heading: Heading, ...content: ReactNode[]): string {
  return renderSitePage({ ...heading, styles: "/outbox/outbox.css", notice }, h("main", null, ...content));
}
