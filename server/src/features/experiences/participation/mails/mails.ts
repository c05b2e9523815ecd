import type { Language } from "@wrapsody/shared/language.ts";
import type { RefundReason } from "@wrapsody/shared/participation.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Executor } from "../../../../platform/database/database.ts";
import { enqueueEmail } from "../../../../platform/mail/delivery.ts";
import { createFormatters, type Formatters } from "../../../../platform/mail/formatters.ts";
import { readContact } from "../../../accounts/index.ts";
import type { FailureNotification } from "../artworks/failure-notification.data.ts";
import type { OpenBatch } from "../batches/batches.data.ts";
import { confirmationUrl, photosUrl } from "../orders/order-code.ts";
import type { OrderRow } from "../orders/orders.data.ts";
import { english } from "./english.ts";
import { spanish } from "./spanish.ts";
import type { Facts, Kind, PlaceMail, Text, Texts } from "./texts.ts";

const textsIn: Record<Language, Texts> = { en: english, es: spanish };

type Counts = { minted: number; failed: number };

/** Tells who sent a list of wallets how it ended. */
export function tellFinished(
  context: Context,
  tx: Executor,
  batch: Omit<OpenBatch, "id" | "mailed_at"> & Counts,
): Promise<void> {
  const { created_by, name, pretty_id, minted, failed } = batch;
  const link = mintPageOf(context, pretty_id);
  return tell(context, tx, created_by, () => ({ kind: "finished", name, link, minted, failed }));
}

/** Tells a publisher that an artwork of their experience failed. */
export function tellFailed(
  context: Context,
  tx: Executor,
  { owner_id, name, pretty_id }: FailureNotification,
): Promise<void> {
  const link = mintPageOf(context, pretty_id);
  return tell(context, tx, owner_id, () => ({ kind: "failed", name, link }));
}

/** Tells who took a place that its artwork is being made. */
export function tellConfirmed(context: Context, tx: Executor, order: OrderRow): Promise<void> {
  return tell(context, tx, order.account_id, ({ receipt }) => ({
    kind: "confirmed",
    ...named(order),
    link: confirmationUrl(context, order),
    paid: order.total_cents === 0 ? null : receipt(order.total_cents),
  }));
}

/** Asks who paid for a place for the photo that it needs. */
export function askForPhoto(
  context: Context,
  tx: Executor,
  { order, again }: { order: OrderRow; again: boolean },
): Promise<void> {
  return tell(context, tx, order.account_id, ({ receipt }) => ({
    kind: "photo",
    ...named(order),
    link: photosUrl(context, order),
    paid: receipt(order.total_cents),
    again,
  }));
}

/** Tells who paid for a place that the money goes back. */
export function tellPaidBack(
  context: Context,
  tx: Executor,
  { order, why, keeps }: { order: OrderRow; why: RefundReason; keeps: boolean },
): Promise<void> {
  return tell(context, tx, order.account_id, ({ receipt }) => ({
    kind: "paidBack",
    ...named(order),
    link: confirmationUrl(context, order),
    paid: receipt(order.total_cents),
    why,
    keeps,
  }));
}

/** Where a publisher sees what failed, and has it made again. */
const mintPageOf = ({ publicUrl }: Context, reference: string) =>
  `${publicUrl}/my/experiences/${encodeURIComponent(reference)}/mint`;

const named = ({ name, exposed_id }: OrderRow) => ({ name, order: exposed_id });

/** Writes to an account in its language if and only if `tx` commits; nobody is told who is gone or has no address. */
async function tell(
  context: Context,
  tx: Executor,
  accountId: string | null,
  mailIn: (words: Formatters) => PlaceMail,
): Promise<void> {
  const reader = accountId === null ? undefined : await readContact(tx, accountId);
  if (reader === undefined) return;
  const { email: to, language, name } = reader;
  const mail = mailIn(createFormatters(language));
  const facts = { host: new URL(context.publicUrl).host };
  const text = textOf(mail.kind, mail, { texts: textsIn[language], facts });
  await enqueueEmail(context, tx, { to, language, content: { ...text, name } });
}

function textOf<Given extends Kind>(
  kind: Given,
  mail: Parameters<Texts[Given]>[0],
  { texts, facts }: { texts: Texts; facts: Facts },
): Text {
  return texts[kind](mail, facts);
}
