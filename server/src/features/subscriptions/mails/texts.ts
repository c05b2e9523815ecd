import type { PaidPlan } from "@wrapsody/shared/subscriptions.ts";
import type { Content } from "../../../platform/mail/content.ts";

/** What comes next of a plan: days and amounts in words. */
type Next = { plan: PaidPlan; day: string; price: string };

/** Every mail about a plan that is paid for. */
export type PlanMail =
  /** It is paid for; `next` is null where it ends with this period. */
  | { kind: "begun"; plan: PaidPlan; price: string; until: string; next: Next | null }
  /** The next period could not be paid for; `keptUntil` is null where even the days of grace are over. */
  | { kind: "unpaid"; keptUntil: string | null }
  /** Null where nothing is left of what was paid for. */
  | { kind: "cancelled"; keptUntil: string | null }
  /** It is renewed as another plan than before. */
  | { kind: "switched"; next: Next }
  /** It was cancelled, and goes on as it was. */
  | { kind: "resumed"; next: Next }
  | { kind: "ended" };
export type Kind = PlanMail["kind"];
type MailOf<Given extends Kind> = { [One in Given]: Extract<PlanMail, { kind: One }> }[Given];

/** What the premium plan gives, and the free one leaves, in words and figures. */
export type Facts = {
  /** Of the site, as its readers know it. */
  host: string;
  /** The page of the plan. */
  link: string;
  premium: { artists: number; songs: number; fee: string };
  free: { artists: number; songs: number; wnfts: number; fee: string };
};

export type Text = Omit<Content, "name">;

/** Every mail in one language. */
export type Texts = { [One in Kind]: (mail: MailOf<One>, facts: Facts) => Text };
