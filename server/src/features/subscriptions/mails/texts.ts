import type { PaidPlan } from "@wrapsody/shared/subscriptions.ts";
import type { Content } from "../../../platform/mail/content.ts";

/** The next period, formatted. */
type Next = { plan: PaidPlan; day: string; price: string };

/** The mails about bought plans. */
export type PlanMail =
  /** The plan was activated; `next` is null if it ends with this period. */
  | { kind: "begun"; plan: PaidPlan; price: string; until: string; next: Next | null }
  /** The next period could not be charged; `keptUntil` is null once the days of grace are over. */
  | { kind: "unpaid"; keptUntil: string | null }
  /** `keptUntil` is null if nothing is left of the paid period. */
  | { kind: "cancelled"; keptUntil: string | null }
  /** It renews as another plan. */
  | { kind: "switched"; next: Next }
  /** The cancellation was taken back. */
  | { kind: "resumed"; next: Next }
  | { kind: "ended" };
export type Kind = PlanMail["kind"];
type MailOf<Given extends Kind> = { [One in Given]: Extract<PlanMail, { kind: One }> }[Given];

/** What the plans include, formatted. */
export type PlanFacts = {
  /** The host of the site. */
  host: string;
  /** The URL of the plan page. */
  link: string;
  premium: { artists: number; songs: number; fee: string };
  free: { artists: number; songs: number; wnfts: number; fee: string };
};

export type Text = Omit<Content, "name">;

/** All mails in one language. */
export type Texts = { [One in Kind]: (mail: MailOf<One>, facts: PlanFacts) => Text };
