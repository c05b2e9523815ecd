import type { Language } from "@wrapsody/shared/language.ts";
import { createElement as h, type ReactNode } from "react";
import type { BilledSubscription } from "./billing.ts";
import { type BillingTexts, billingTexts, type Told } from "./billing-texts.ts";
import type { SandboxInvoice } from "./invoices.data.ts";
import { dayOf, priceOf, recurringPriceOf } from "./money.ts";
import { Fact, Facts, State } from "./page-parts.ts";
import { nextOf, stepOf } from "./renewals.ts";
import { servicePage } from "./service-page.ts";

/** What a customer pays for, where its bills are, and where the forms go. `told` is what has just happened. */
type Billing = {
  subscriptions: readonly BilledSubscription[];
  action: string;
  invoiceUrl: (id: string) => string;
  back: string;
  told: Told | undefined;
};

/** Where a payer changes the card, and in a preview lets time pass. */
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

/** One form, so the keyboard goes through both in the order in which they stand. */
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

type PlanGiven = { language: Language; subscription: BilledSubscription; billing: Billing };

function Plan({ language, subscription, billing }: PlanGiven) {
  const words = billingTexts[language];
  const { title, amount_cents, period, status, paid_until, bills } = subscription;
  const next = nextOf(subscription);
  const then = next === null ? words.nothingNext : recurringPriceOf(language, next.amountCents, next.period);
  return h(
    "section",
    null,
    h("h2", null, title),
    h(
      Facts,
      null,
      h(Fact, { name: words.price }, recurringPriceOf(language, amount_cents, period)),
      h(Fact, { name: words.state }, h(State, { isOn: status === "PAID" }, words[status])),
      h(Fact, { name: status === "ENDED" ? words.endedOn : words.paidUntil }, dayOf(language, paid_until)),
      status === "ENDED" ? null : h(Fact, { name: words.next }, then),
    ),
    status === "ENDED" ? null : h(Preview, { words, action: billing.action, subscription }),
    h("h2", null, words.bills),
    h(
      "ul",
      null,
      bills.map((bill) => h(BillRow, { key: bill.id, language, bill, href: billing.invoiceUrl(bill.id) })),
    ),
  );
}

type PreviewGiven = { words: BillingTexts; action: string; subscription: BilledSubscription };

/** What is pressed is about the state that was shown, see `stepOf`. */
function Preview({ words, action, subscription }: PreviewGiven) {
  const isUnpaid = subscription.status === "UNPAID";
  return h(
    "form",
    { method: "post", action },
    h("h2", null, words.previewHeading),
    h("p", { className: "note" }, isUnpaid ? words.retryNote : words.previewNote),
    h("input", { type: "hidden", name: "subscription", value: subscription.id }),
    h("input", { type: "hidden", name: "step", value: stepOf(subscription) }),
    h(
      "button",
      { type: "submit", className: "back near", name: "choice", value: "move" },
      isUnpaid ? words.retry : words.move,
    ),
  );
}

type BillRowGiven = { language: Language; bill: SandboxInvoice; href: string };

function BillRow({ language, bill, href }: BillRowGiven): ReactNode {
  const { number, status, amount_cents, created_at } = bill;
  const note = `${dayOf(language, created_at)} · ${priceOf(language, amount_cents)}`;
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
