import type { Language } from "@wrapsody/shared/language.ts";
import { createElement as h, type ReactNode } from "react";
import { billingTexts } from "./billing-texts.ts";
import type { SandboxInvoice } from "./invoices.data.ts";
import { formatDay, formatPrice } from "./money.ts";
import { Fact, Facts, State } from "./page-parts.ts";
import { servicePage } from "./service-page.ts";

/** Renders an invoice with a payment form while it is open. `action` is the URL of the form. */
export function invoicePage(
  language: Language,
  { invoice, action, back }: { invoice: SandboxInvoice; action: string; back: string },
): string {
  const words = billingTexts[language];
  return servicePage(
    language,
    `${words.bill} ${invoice.number}`,
    h("h1", null, words.bill, " ", h("span", { className: "whole" }, invoice.number)),
    h("p", { className: "sum" }, formatPrice(language, invoice.amount_cents)),
    h(InvoiceDetails, { language, invoice }),
    invoice.status === "OPEN" ? h(PayForm, { language, action }) : null,
    h("p", null, h("a", { className: "on", href: back }, words.back)),
  );
}

function InvoiceDetails({ language, invoice }: { language: Language; invoice: SandboxInvoice }): ReactNode {
  const words = billingTexts[language];
  const { status, amount_cents, refunded_cents, paid_at } = invoice;
  const state = refunded_cents >= amount_cents ? "REFUNDED" : status;
  const period = words.from
    .replace("{from}", formatDay(language, invoice.period_from))
    .replace("{until}", formatDay(language, invoice.period_until));
  return h(
    Facts,
    null,
    h(Fact, { name: words.what }, invoice.title),
    h(Fact, { name: words.period }, period),
    refunded_cents === 0 ? null : h(Fact, { name: words.refunded }, formatPrice(language, refunded_cents)),
    h(Fact, { name: words.state }, h(State, { isOn: state === "PAID" }, words[`bill_${state}`])),
    h(Fact, { name: words.issued }, formatDay(language, invoice.created_at)),
    paid_at === null ? null : h(Fact, { name: words.paidOn }, formatDay(language, paid_at)),
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
