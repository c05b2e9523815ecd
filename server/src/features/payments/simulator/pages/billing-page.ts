import type { Language } from "@wrapsody/shared/api/language.ts";
import { createElement as h, type ReactNode } from "react";
import { type BillingTexts, billingTexts, type FlashMessage } from "./billing-texts.ts";
import { formatDay, formatPrice, formatRecurringPrice } from "./money.ts";
import { Fact, Facts, State } from "./page-parts.ts";
import { servicePage } from "./service-page.ts";
import type { InvoiceView, SubscriptionView } from "./views.ts";

/** The props of the billing page. `message` selects the text about the last action. */
type Billing = {
  subscriptions: readonly SubscriptionView[];
  action: string;
  invoiceUrl: (id: string) => string;
  back: string;
  message: FlashMessage | undefined;
};

/** Renders the page on which a customer changes their card and, in a preview, ends a period early. */
export function billingPage(language: Language, billing: Billing): string {
  const words = billingTexts[language];
  const { subscriptions, message, back } = billing;
  const isLive = subscriptions.some(({ status }) => status !== "ENDED");
  const declines = subscriptions.some(({ status, declines: isDeclined }) => status !== "ENDED" && isDeclined);
  return servicePage(
    language,
    words.title,
    h("h1", null, words.heading),
    message === undefined ? null : h("p", { className: "flash", role: "status" }, words.messages[message]),
    isLive ? h("p", { className: "lead" }, words.lead) : null,
    isLive ? h(Cards, { words, action: billing.action, declines }) : null,
    subscriptions.map((subscription) => h(Plan, { key: subscription.id, language, subscription, billing })),
    h("p", null, h("a", { className: "on", href: back }, words.back)),
  );
}

/** One form, so that the tab order matches the visual order. */
function Cards({ words, action, declines }: { words: BillingTexts; action: string; declines: boolean }) {
  const row = (choice: "accepted" | "declines", isOnFile: boolean) => {
    const note = isOnFile ? `${words.onFile}. ${words[`${choice}Note`]}` : words[`${choice}Note`];
    const label = h(State, { isOn: isOnFile }, words[choice]);
    const press = { className: "row", name: "choice", value: choice, "aria-current": isOnFile };
    return h(
      "li",
      { key: choice },
      h("button", { type: "submit", ...press }, label, " ", h("span", null, note)),
    );
  };
  return h(
    "form",
    { method: "post", action },
    h("h2", { id: "which" }, words.which),
    h("ul", { "aria-labelledby": "which" }, row("accepted", !declines), row("declines", declines)),
  );
}

type PlanProps = { language: Language; subscription: SubscriptionView; billing: Billing };

function Plan({ language, subscription, billing }: PlanProps) {
  const words = billingTexts[language];
  const { title, amountCents, period, status, paidUntil, next, invoices } = subscription;
  const then =
    next === null ? words.nothingNext : formatRecurringPrice(language, next.amountCents, next.period);
  return h(
    "section",
    null,
    h("h2", null, title),
    h(
      Facts,
      null,
      h(Fact, { name: words.price }, formatRecurringPrice(language, amountCents, period)),
      h(Fact, { name: words.state }, h(State, { isOn: status === "PAID" }, words[status])),
      h(Fact, { name: status === "ENDED" ? words.endedOn : words.paidUntil }, formatDay(language, paidUntil)),
      status === "ENDED" ? null : h(Fact, { name: words.next }, then),
    ),
    status === "ENDED" ? null : h(Preview, { words, action: billing.action, subscription }),
    h("h2", null, words.bills),
    h(
      "ul",
      null,
      invoices.map((invoice) =>
        h(InvoiceRow, { key: invoice.id, language, invoice, href: billing.invoiceUrl(invoice.id) }),
      ),
    ),
  );
}

type PreviewProps = { words: BillingTexts; action: string; subscription: SubscriptionView };

/** Submits the rendered state, so that it takes effect once. */
function Preview({ words, action, subscription }: PreviewProps) {
  const isUnpaid = subscription.status === "UNPAID";
  return h(
    "form",
    { method: "post", action },
    h("h2", null, words.previewHeading),
    h("p", { className: "note" }, isUnpaid ? words.retryNote : words.previewNote),
    h("input", { type: "hidden", name: "subscription", value: subscription.id }),
    h("input", { type: "hidden", name: "step", value: subscription.step }),
    h(
      "button",
      { type: "submit", className: "back near", name: "choice", value: "move" },
      isUnpaid ? words.retry : words.move,
    ),
  );
}

type InvoiceRowProps = { language: Language; invoice: InvoiceView; href: string };

function InvoiceRow({ language, invoice, href }: InvoiceRowProps): ReactNode {
  const { number, status, amountCents, createdAt } = invoice;
  const note = `${formatDay(language, createdAt)} · ${formatPrice(language, amountCents)}`;
  const label = h(State, { isOn: status === "PAID" }, number);
  return h(
    "li",
    null,
    h(
      "a",
      { className: "row", href },
      label,
      " ",
      h("span", null, note, " · ", billingTexts[language][`bill_${status}`]),
    ),
  );
}
