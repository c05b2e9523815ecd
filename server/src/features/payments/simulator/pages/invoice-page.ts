import type { Language } from "@wrapsody/shared/api/language.ts";
import { createElement as h, type ReactNode } from "react";
import { billingTexts } from "./billing-texts.ts";
import { formatDay, formatPrice } from "./money.ts";
import { Fact, Facts, State } from "./page-parts.ts";
import { servicePage } from "./service-page.ts";
import type { InvoiceView } from "./views.ts";

/** Renders an invoice with a payment form while it is open. `action` is the URL of the form. */
export function invoicePage(
  language: Language,
  { invoice, action, back }: { invoice: InvoiceView; action: string; back: string },
): string {
  const words = billingTexts[language];
  return servicePage(
    language,
    `${words.bill} ${invoice.number}`,
    h("h1", null, words.bill, " ", h("span", { className: "whole" }, invoice.number)),
    h("p", { className: "sum" }, formatPrice(language, invoice.amountCents)),
    h(InvoiceDetails, { language, invoice }),
    invoice.status === "OPEN" ? h(PayForm, { language, action }) : null,
    h("p", null, h("a", { className: "on", href: back }, words.back)),
  );
}

function InvoiceDetails({ language, invoice }: { language: Language; invoice: InvoiceView }): ReactNode {
  const words = billingTexts[language];
  const { status, amountCents, refundedCents, paidAt } = invoice;
  const state = refundedCents >= amountCents ? "REFUNDED" : status;
  const period = words.from
    .replace("{from}", formatDay(language, invoice.from))
    .replace("{until}", formatDay(language, invoice.until));
  return h(
    Facts,
    null,
    h(Fact, { name: words.what }, invoice.title),
    h(Fact, { name: words.period }, period),
    refundedCents === 0 ? null : h(Fact, { name: words.refunded }, formatPrice(language, refundedCents)),
    h(Fact, { name: words.state }, h(State, { isOn: state === "PAID" }, words[`bill_${state}`])),
    h(Fact, { name: words.issued }, formatDay(language, invoice.createdAt)),
    paidAt === null ? null : h(Fact, { name: words.paidOn }, formatDay(language, paidAt)),
  );
}

function PayForm({ language, action }: { language: Language; action: string }) {
  const words = billingTexts[language];
  return h(
    "form",
    { method: "post", action },
    h("button", { type: "submit", className: "go", name: "choice", value: "pay" }, words.pay),
    h("p", { className: "note" }, words.payNote),
  );
}
