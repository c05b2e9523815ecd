import type { PaidPlan } from "@wrapsody/shared/subscriptions.ts";
import { button, note, paragraph } from "../../../platform/mail/content.ts";
import type { Facts, Texts } from "./texts.ts";

const each: Record<PaidPlan, string> = { PREMIUM_MONTHLY: "each month", PREMIUM_YEARLY: "each year" };
const paid: Record<PaidPlan, string> = { PREMIUM_MONTHLY: "for a month", PREMIUM_YEARLY: "for a year" };

const changed = ({ host }: Facts) =>
  `You get this mail because the plan of your account at ${host} has changed.`;

export const english: Texts = {
  begun: ({ plan, price, until, next }, { host, link, premium, free }) => ({
    subject: "Your premium plan begins",
    preview: "What it gives you, and when it is paid for next.",
    heading: "Your premium plan begins",
    blocks: [
      paragraph(
        `Your account has the premium plan now: up to ${premium.artists} artists, ${premium.songs} new songs a month, wNFTs for all your songs, API keys, and a fee of ${premium.fee} instead of ${free.fee} on paid experiences.`,
      ),
      next === null
        ? paragraph(`You paid ${price} ${paid[plan]}. It ends on ${until}; nothing more is paid.`)
        : paragraph(
            `You paid ${price} ${paid[plan]}. The next payment is due on ${next.day}: ${next.price}, and so on ${each[next.plan]} until you cancel.`,
          ),
      button("See your plan", link),
      note("You can cancel at any time. What is paid for is yours until it ends."),
    ],
    reason: `You get this mail because you ordered the premium plan at ${host}.`,
  }),

  unpaid: ({ keptUntil }, facts) => ({
    subject: "Your plan could not be renewed",
    preview: "Your card was declined. Please check it, or change it.",
    heading: "Your plan could not be renewed",
    blocks: [
      paragraph("The next period of your premium plan could not be paid for: your card was declined."),
      keptUntil === null
        ? paragraph("It gives you nothing until it is paid for. Please check your card, or change it.")
        : paragraph(
            `You keep the plan until ${keptUntil}. The payment is tried again; please check your card, or change it.`,
          ),
      button("See your plan", facts.link),
    ],
    reason: changed(facts),
  }),

  cancelled: ({ keptUntil }, facts) => ({
    subject: "Your premium plan is cancelled",
    preview: "Nothing more is paid.",
    heading: "Your premium plan is cancelled",
    blocks: [
      keptUntil === null
        ? paragraph(
            "You have cancelled your premium plan. Nothing more is paid, and what was paid for is over.",
          )
        : paragraph(
            `You have cancelled your premium plan. Nothing more is paid, and you keep it until ${keptUntil}.`,
          ),
      paragraph(`Should you change your mind, you find your plan here:`),
      button("See your plan", facts.link),
    ],
    reason: changed(facts),
  }),

  switched: ({ next }, facts) => ({
    subject: "Your plan will be paid for differently",
    preview: "Nothing is charged before the period that is paid for ends.",
    heading: "Your plan will be paid for differently",
    blocks: [
      paragraph(
        `From ${next.day} on, you pay ${next.price} ${each[next.plan]} for your premium plan. Nothing is charged before.`,
      ),
      button("See your plan", facts.link),
    ],
    reason: changed(facts),
  }),

  resumed: ({ next }, facts) => ({
    subject: "Your premium plan goes on",
    preview: "It is no longer cancelled.",
    heading: "Your premium plan goes on",
    blocks: [
      paragraph(
        `Your premium plan is no longer cancelled. The next payment is due on ${next.day}: ${next.price}, and so on ${each[next.plan]} until you cancel.`,
      ),
      button("See your plan", facts.link),
    ],
    reason: changed(facts),
  }),

  ended: (_mail, facts) => ({
    subject: "Your premium plan has ended",
    preview: "All that you have stays. You are on the free plan.",
    heading: "Your premium plan has ended",
    blocks: [
      paragraph(
        "Your account is no longer paid for. All that you have stays as it is: your artists, your songs, your wNFTs and your experiences.",
      ),
      paragraph(
        `What stops is adding beyond the free plan, which has room for ${count(facts.free.artists, "artist")}, ${count(facts.free.songs, "new song")} a month and ${count(facts.free.wnfts, "wNFT")}. API keys open nothing any more, and the fee on paid experiences is ${facts.free.fee} again.`,
      ),
      button("See the plans", facts.link),
    ],
    reason: changed(facts),
  }),
};

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;
