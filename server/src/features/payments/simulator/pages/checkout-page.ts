import type { Language } from "@wrapsody/shared/api/language.ts";
import { Fragment, createElement as h, type ReactNode } from "react";
import type { Period } from "../../orders.ts";
import { formatPrice, formatRecurringPrice } from "./money.ts";
import { servicePage } from "./service-page.ts";
import { type Texts, texts } from "./texts.ts";

export type CheckoutItem = { title: string; amountCents: number; period: Period | null };

/** Renders the page on which the outcome of a payment is chosen. `action` is the URL of the form. */
export function checkoutPage(
  language: Language,
  { item, action, isDeclined }: { item: CheckoutItem; action: string; isDeclined: boolean },
): string {
  const words = texts[language];
  const title = isDeclined ? words.declined : words.title;
  return servicePage(
    language,
    title,
    h(
      "div",
      { className: "split" },
      h(
        "div",
        null,
        h("h1", null, item.title),
        h(Sum, { language, item }),
        isDeclined ? h("p", { className: "bad", role: "alert" }, words.declined) : null,
      ),
      h(Choices, { words, action }),
    ),
  );
}

function Sum({ language, item }: { language: Language; item: CheckoutItem }) {
  const { amountCents, period } = item;
  if (period === null) return h("p", { className: "sum no" }, formatPrice(language, amountCents));
  const { again } = texts[language];
  return h(
    Fragment,
    null,
    h("p", { className: "sum" }, formatRecurringPrice(language, amountCents, period)),
    h("p", { className: "lead" }, again[period]),
  );
}

/** Renders a final page with a link to `back`, if there is one. */
export function endPage(
  language: Language,
  end: "paid" | "left" | "refunded" | "closed" | "unknown" | "stranger" | "unbilled",
  back: string | undefined,
): string {
  const words = texts[language];
  const heading = words[`${end}Title`];
  return servicePage(
    language,
    heading,
    h("h1", null, heading),
    h("p", { className: "lead" }, words[end]),
    back === undefined ? null : h("p", null, h("a", { className: "on", href: back }, words.back)),
  );
}

/** `inTransit`: it is complete, and a payout is on its way to the bank. */
export type PayoutState = "incomplete" | "complete" | "inTransit";

/** Renders the page of a payout account: onboarding, then payouts. */
export function payoutPage(
  language: Language,
  { action, state, back }: { action: string; state: PayoutState; back: string },
): string {
  const words = texts[language];
  const step = { incomplete: "complete", complete: "payout", inTransit: "arrive" }[state];
  const lead = { incomplete: words.payoutLead, complete: words.completed, inTransit: words.inTransit }[state];
  const label = { incomplete: words.complete, complete: words.payOut, inTransit: words.arrive }[state];
  return servicePage(
    language,
    words.payoutTitle,
    h("h1", null, words.payoutHeading),
    h("p", { className: "lead" }, lead),
    h("form", { method: "post", action }, h(Button, { look: "go", value: step }, label)),
    h("p", null, h("a", { className: "on", href: back }, words.back)),
  );
}

type ButtonProps = { look: "row" | "go" | "back"; value: string; children?: ReactNode };

function Button({ look, value, children }: ButtonProps) {
  return h("button", { type: "submit", className: look, name: "choice", value }, children);
}

const others = ["leave", "late", "twice", "disorder"] as const;

/** One form, so that the tab order matches the visual order. */
function Choices({ words, action }: { words: Texts; action: string }) {
  const row = (choice: "decline" | (typeof others)[number]) =>
    h(
      "li",
      { key: choice },
      h(Button, { look: "row", value: choice }, words[choice], " ", h("span", null, words[`${choice}Note`])),
    );
  return h(
    "form",
    { method: "post", action },
    h("h2", { id: "pick" }, words.pick),
    h(Button, { look: "go", value: "accept" }, words.accept),
    h("ul", { "aria-labelledby": "pick" }, row("decline")),
    h("h2", { id: "others" }, words.others),
    h("ul", { "aria-labelledby": "others" }, others.map(row)),
    h(Button, { look: "back", value: "cancel" }, words.cancel),
  );
}
