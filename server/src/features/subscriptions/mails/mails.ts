import type { Language } from "@wrapsody/shared/language.ts";
import { planEntitlements } from "@wrapsody/shared/plan-entitlements.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { enqueueEmail } from "../../../platform/mail/delivery.ts";
import { createFormatters, type Formatters } from "../../../platform/mail/formatters.ts";
import { readContact } from "../../accounts/index.ts";
import { planPageUrl } from "../orders/links.ts";
import type { PlanState } from "../plan-state.ts";
import type { SubscriptionRow } from "../subscriptions.data.ts";
import { english } from "./english.ts";
import { spanish } from "./spanish.ts";
import type { Kind, PlanFacts, PlanMail, Text, Texts } from "./texts.ts";

const textsIn: Record<Language, Texts> = { en: english, es: spanish };

export function mailPlanStarted(
  context: Context,
  tx: Executor,
  { accountId, state }: { accountId: string; state: PlanState },
): Promise<void> {
  return enqueuePlanMail(context, tx, accountId, (words) => ({
    kind: "begun",
    plan: state.plan,
    price: words.money(state.priceCents),
    until: words.day(state.expiresAt),
    next: nextOf(state, words),
  }));
}

/** Mails the changes of a plan. A successful renewal sends no mail. */
export async function mailPlanChanges(
  context: Context,
  tx: Executor,
  { row, state }: { row: SubscriptionRow; state: PlanState },
): Promise<void> {
  if (state.endedAt !== null) return mailPlanEnded(context, tx, row.account_id);
  const now = context.clock.now();
  if (state.isUnpaid && !row.is_unpaid && !state.isCanceled)
    await enqueuePlanMail(context, tx, row.account_id, ({ day }) => ({
      kind: "unpaid",
      keptUntil: state.keptUntil > now ? day(state.keptUntil) : null,
    }));
  if (state.renewsAs !== row.renews_as)
    await enqueuePlanMail(context, tx, row.account_id, (words) => renewalMail(row, state, words, now));
}

export function mailPlanEnded(context: Context, tx: Executor, accountId: string): Promise<void> {
  return enqueuePlanMail(context, tx, accountId, () => ({ kind: "ended" }));
}

function renewalMail(row: SubscriptionRow, state: PlanState, words: Formatters, now: Date): PlanMail {
  const next = nextOf(state, words);
  if (next === null) {
    const { keptUntil } = state;
    return { kind: "cancelled", keptUntil: keptUntil > now ? words.day(keptUntil) : null };
  }
  const isAsItWas = row.renews_as === null && next.plan === state.plan;
  return { kind: isAsItWas ? "resumed" : "switched", next };
}

function nextOf({ renewsAs, nextPriceCents, expiresAt }: PlanState, { day, money }: Formatters) {
  if (renewsAs === null || nextPriceCents === null) return null;
  return { plan: renewsAs, day: day(expiresAt), price: money(nextPriceCents) };
}

/** Enqueues a mail in the account's language in `tx`. Deleted accounts and those without an address get none. */
async function enqueuePlanMail(
  context: Context,
  tx: Executor,
  accountId: string,
  mailIn: (words: Formatters) => PlanMail,
): Promise<void> {
  const reader = await readContact(tx, accountId);
  if (reader === undefined) return;
  const { email: to, language, name } = reader;
  const mail = mailIn(createFormatters(language));
  const text = textOf(mail.kind, mail, { texts: textsIn[language], facts: factsFor(context, language) });
  await enqueueEmail(context, tx, { to, language, content: { ...text, name } });
}

function textOf<Given extends Kind>(
  kind: Given,
  mail: Parameters<Texts[Given]>[0],
  { texts, facts }: { texts: Texts; facts: PlanFacts },
): Text {
  return texts[kind](mail, facts);
}

function factsFor(context: Context, language: Language): PlanFacts {
  const { PREMIUM, FREE } = planEntitlements;
  const shares = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
  const fee = ({ feeBasisPoints }: { feeBasisPoints: number }) => shares.format(feeBasisPoints / 10_000);
  return {
    host: new URL(context.publicUrl).host,
    link: planPageUrl(context),
    premium: { artists: PREMIUM.artists, songs: PREMIUM.songsPerMonth, fee: fee(PREMIUM) },
    free: { artists: FREE.artists, songs: FREE.songsPerMonth, wnfts: FREE.wnfts, fee: fee(FREE) },
  };
}
