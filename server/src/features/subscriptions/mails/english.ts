import type { PaidPlan } from "@wrapsody/shared/subscriptions.ts";
import { button, note, paragraph } from "../../../platform/mail/content.ts";
import type { PlanFacts, Texts } from "./texts.ts";

const each: Record<PaidPlan, string> = { PREMIUM_MONTHLY: "each month", PREMIUM_YEARLY: "each year" };
const paid: Record<PaidPlan, string> = { PREMIUM_MONTHLY: "for a month", PREMIUM_YEARLY: "for a year" };

const changed = ({ host }: PlanFacts) =>
  `You’re receiving this email because the plan of your account at ${host} changed.`;

export const english: Texts = {
  begun: ({ plan, price, until, next }, { host, link, premium, free }) => ({
    subject: "Your Premium plan is active",
    preview: "What’s included, and when the next payment is due.",
    heading: "Your Premium plan is active",
    blocks: [
      paragraph(
        `Your account now has the Premium plan: up to ${premium.artists} artists, ${premium.songs} new songs a month, wNFTs for all your songs, API keys, and a fee of ${premium.fee} instead of ${free.fee} on paid experiences.`,
      ),
      next === null
        ? paragraph(`You paid ${price} ${paid[plan]}. It ends on ${until}, and you won’t be charged again.`)
        : paragraph(
            `You paid ${price} ${paid[plan]}. The next payment is due on ${next.day}: ${next.price} ${each[next.plan]} until you cancel.`,
          ),
      button("See your plan", link),
      note("You can cancel anytime and keep Premium until the end of the paid period."),
    ],
    reason: `You’re receiving this email because you subscribed to Premium at ${host}.`,
  }),

  unpaid: ({ keptUntil }, facts) => ({
    subject: "Your plan couldn’t be renewed",
    preview: "Your card was declined. Check or update your card.",
    heading: "Your plan couldn’t be renewed",
    blocks: [
      paragraph("We couldn’t charge your card for the next period of your Premium plan."),
      keptUntil === null
        ? paragraph("Premium is paused until the payment succeeds. Check or update your card.")
        : paragraph(
            `You keep Premium until ${keptUntil} while we retry the payment. Check or update your card.`,
          ),
      button("See your plan", facts.link),
    ],
    reason: changed(facts),
  }),

  cancelled: ({ keptUntil }, facts) => ({
    subject: "Your Premium plan is cancelled",
    preview: "You won’t be charged again.",
    heading: "Your Premium plan is cancelled",
    blocks: [
      keptUntil === null
        ? paragraph("You cancelled your Premium plan. It has ended, and you won’t be charged again.")
        : paragraph(
            `You cancelled your Premium plan. You keep it until ${keptUntil} and won’t be charged again.`,
          ),
      paragraph("Changed your mind? You can resume your plan here:"),
      button("See your plan", facts.link),
    ],
    reason: changed(facts),
  }),

  switched: ({ next }, facts) => ({
    subject: "Your plan’s billing period will change",
    preview: "You won’t be charged before the current period ends.",
    heading: "Your plan’s billing period will change",
    blocks: [
      paragraph(
        `From ${next.day}, your Premium plan costs ${next.price} ${each[next.plan]}. You won’t be charged before then.`,
      ),
      button("See your plan", facts.link),
    ],
    reason: changed(facts),
  }),

  resumed: ({ next }, facts) => ({
    subject: "Your Premium plan has been resumed",
    preview: "It’s no longer cancelled.",
    heading: "Your Premium plan has been resumed",
    blocks: [
      paragraph(
        `Your Premium plan is no longer cancelled. The next payment is due on ${next.day}: ${next.price} ${each[next.plan]} until you cancel.`,
      ),
      button("See your plan", facts.link),
    ],
    reason: changed(facts),
  }),

  ended: (_mail, facts) => ({
    subject: "Your Premium plan has ended",
    preview: "You keep everything you’ve created. You’re now on the Free plan.",
    heading: "Your Premium plan has ended",
    blocks: [
      paragraph(
        "Your Premium plan has ended. You keep everything you’ve created: your artists, songs, wNFTs and experiences.",
      ),
      paragraph(
        `You can no longer add more than the Free plan includes: ${count(facts.free.artists, "artist")}, ${count(facts.free.songs, "new song")} a month and ${count(facts.free.wnfts, "wNFT")}. API keys stop working, and the fee on paid experiences is ${facts.free.fee} again.`,
      ),
      button("See the plans", facts.link),
    ],
    reason: changed(facts),
  }),
};

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;
