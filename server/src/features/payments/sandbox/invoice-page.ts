import type { Language } from "@wrapsody/shared/language.ts";
import { createElement as h, type ReactNode } from "react";
import { billingTexts } from "./billing-texts.ts";
import type { SandboxInvoice } from "./invoices.data.ts";
import { dayOf, priceOf } from "./money.ts";
import { Fact, Facts, State } from "./page-parts.ts";
import { servicePage } from "./service-page.ts";

/** A bill, to be read, printed, or paid where it is open. `action` is where its form goes. */
export function invoicePage(
  language: Language,
  { bill, action, back }: { bill: SandboxInvoice; action: string; back: string },
): string {
  const words = billingTexts[language];
  return servicePage(
    language,
    `${words.bill} ${bill.number}`,
    h("h1", null, words.bill, " ", h("span", { className: "whole" }, bill.number)),
    h("p", { className: "sum" }, priceOf(language, bill.amount_cents)),
    h(BillFacts, { language, bill }),
    bill.status === "OPEN" ? h(PayForm, { language, action }) : null,
    h("p", null, h("a", { className: "on", href: back }, words.back)),
  );
}

function BillFacts({ language, bill }: { language: Language; bill: SandboxInvoice }): ReactNode {
  const words = billingTexts[language];
  const { status, amount_cents, refunded_cents, paid_at } = bill;
  const state = refunded_cents >= amount_cents ? "REFUNDED" : status;
  const period = words.from
    .replace("{from}", dayOf(language, bill.period_from))
    .replace("{until}", dayOf(language, bill.period_until));
  return h(
    Facts,
    null,
    h(Fact, { name: words.what }, bill.title),
    h(Fact, { name: words.period }, period),
    refunded_cents === 0 ? null : h(Fact, { name: words.refunded }, priceOf(language, refunded_cents)),
    h(Fact, { name: words.state }, h(State, { isOn: state === "PAID" }, words[`bill_${state}`])),
    h(Fact, { name: words.issued }, dayOf(language, bill.created_at)),
    paid_at === null ? null : h(Fact, { name: words.paidOn }, dayOf(language, paid_at)),
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
