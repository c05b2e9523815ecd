import type { Language } from "@wrapsody/shared/language.ts";
import { createElement as h, type ReactNode } from "react";
import type { SubscriptionWithInvoices } from "./billing.ts";
import { type BillingTexts, billingTexts, type FlashMessage } from "./billing-texts.ts";
import type { SandboxInvoice } from "./invoices.data.ts";
import { formatDay, formatPrice, formatRecurringPrice } from "./money.ts";
import { Fact, Facts, State } from "./page-parts.ts";
import { findRenewal, formatStep } from "./renewals.ts";
import { servicePage } from "./service-page.ts";

/** The props of the billing page. `told` selects a message about the last action. */
type Billing = {
  subscriptions: readonly SubscriptionWithInvoices[];
  action: string;
  invoiceUrl: (id: string) => string;
  back: string;
  told: FlashMessage | undefined;
};

/** Renders the page on which a customer changes their card and, in a preview, ends a period early. */
export function billingPage(language: Language, billing: Billing): string {
  const words = billingTexts[language];
  const { subscriptions, told, back } = billing;
  const isLive = subscriptions.some(({ status }) => status !== "ENDED");
  const declines = subscriptions.some((one) => one.status !== "ENDED" && one.declines);
  return servicePage(
    language,
    words.title,
    h("h1", null, words.heading),
    told === undefined ? null : h("p", { className: "told", role: "status" }, words.told[told]),
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

type PlanProps = { language: Language; subscription: SubscriptionWithInvoices; billing: Billing };

function Plan({ language, subscription, billing }: PlanProps) {
  const words = billingTexts[language];
  const { title, amount_cents, period, status, paid_until, invoices } = subscription;
  const next = findRenewal(subscription);
  const then =
    next === null ? words.nothingNext : formatRecurringPrice(language, next.amountCents, next.period);
  return h(
    "section",
    null,
    h("h2", null, title),
    h(
      Facts,
      null,
      h(Fact, { name: words.price }, formatRecurringPrice(language, amount_cents, period)),
      h(Fact, { name: words.state }, h(State, { isOn: status === "PAID" }, words[status])),
      h(
        Fact,
        { name: status === "ENDED" ? words.endedOn : words.paidUntil },
        formatDay(language, paid_until),
      ),
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

type PreviewProps = { words: BillingTexts; action: string; subscription: SubscriptionWithInvoices };

/** Submits the rendered state, see `formatStep`. */
function Preview({ words, action, subscription }: PreviewProps) {
  const isUnpaid = subscription.status === "UNPAID";
  return h(
    "form",
    { method: "post", action },
    h("h2", null, words.previewHeading),
    h("p", { className: "note" }, isUnpaid ? words.retryNote : words.previewNote),
    h("input", { type: "hidden", name: "subscription", value: subscription.id }),
    h("input", { type: "hidden", name: "step", value: formatStep(subscription) }),
    h(
      "button",
      { type: "submit", className: "back near", name: "choice", value: "move" },
      isUnpaid ? words.retry : words.move,
    ),
  );
}

type InvoiceRowProps = { language: Language; invoice: SandboxInvoice; href: string };

function InvoiceRow({ language, invoice, href }: InvoiceRowProps): ReactNode {
  const { number, status, amount_cents, created_at } = invoice;
  const note = `${formatDay(language, created_at)} · ${formatPrice(language, amount_cents)}`;
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
