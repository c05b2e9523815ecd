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
import type { Facts, Kind, PlanMail, Text, Texts } from "./texts.ts";

const textsIn: Record<Language, Texts> = { en: english, es: spanish };

export function mailPlanStarted(
  context: Context,
  tx: Executor,
  { accountId, standing }: { accountId: string; standing: PlanState },
): Promise<void> {
  return tell(context, tx, accountId, (words) => ({
    kind: "begun",
    plan: standing.plan,
    price: words.money(standing.priceCents),
    until: words.day(standing.expiresAt),
    next: nextOf(standing, words),
  }));
}

/** Tells of what is new in how a plan stands. A renewal that went well is no news. */
export async function mailPlanChanges(
  context: Context,
  tx: Executor,
  { row, standing }: { row: SubscriptionRow; standing: PlanState },
): Promise<void> {
  if (standing.endedAt !== null) return mailPlanEnded(context, tx, row.account_id);
  const now = context.clock.now();
  if (standing.isUnpaid && !row.is_unpaid && !standing.isCanceled)
    await tell(context, tx, row.account_id, ({ day }) => ({
      kind: "unpaid",
      keptUntil: standing.keptUntil > now ? day(standing.keptUntil) : null,
    }));
  if (standing.renewsAs !== row.renews_as)
    await tell(context, tx, row.account_id, (words) => renewalMail(row, standing, words, now));
}

export function mailPlanEnded(context: Context, tx: Executor, accountId: string): Promise<void> {
  return tell(context, tx, accountId, () => ({ kind: "ended" }));
}

function renewalMail(row: SubscriptionRow, standing: PlanState, words: Formatters, now: Date): PlanMail {
  const next = nextOf(standing, words);
  if (next === null) {
    const { keptUntil } = standing;
    return { kind: "cancelled", keptUntil: keptUntil > now ? words.day(keptUntil) : null };
  }
  const isAsItWas = row.renews_as === null && next.plan === standing.plan;
  return { kind: isAsItWas ? "resumed" : "switched", next };
}

function nextOf({ renewsAs, nextPriceCents, expiresAt }: PlanState, { day, money }: Formatters) {
  if (renewsAs === null || nextPriceCents === null) return null;
  return { plan: renewsAs, day: day(expiresAt), price: money(nextPriceCents) };
}

/** Writes to the owner of an account in their language if and only if `tx` commits; nobody is told who is gone or has no address. */
async function tell(
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
  { texts, facts }: { texts: Texts; facts: Facts },
): Text {
  return texts[kind](mail, facts);
}

function factsFor(context: Context, language: Language): Facts {
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
