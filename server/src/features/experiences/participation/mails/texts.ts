import type { RefundReason } from "@wrapsody/shared/participation.ts";
import type { Content } from "../../../../platform/mail/content.ts";

/** What is told of an order: `name` is its experience's, `order` its number, `paid` the amount in words. */
type Told = { name: string; order: string; link: string };

/** Every mail about taking part. */
export type PlaceMail =
  /** To who sent a list of wallets: how it ended. */
  | { kind: "finished"; name: string; link: string; minted: number; failed: number }
  /** To the publisher: an artwork that somebody took part for could not be made. */
  | { kind: "failed"; name: string; link: string }
  /** `paid` is null for a free place. */
  | ({ kind: "confirmed"; paid: string | null } & Told)
  /** It is paid for, and waits for a photo; `again` is the reminder. */
  | ({ kind: "photo"; paid: string; again: boolean } & Told)
  /** `keeps`: the artwork was made before, and stays its owner's. */
  | ({ kind: "paidBack"; paid: string; why: RefundReason; keeps: boolean } & Told);
export type Kind = PlaceMail["kind"];
type MailOf<Given extends Kind> = { [One in Given]: Extract<PlaceMail, { kind: One }> }[Given];

export type Facts = {
  /** Of the site, as its readers know it. */
  host: string;
};

export type Text = Omit<Content, "name">;

/** Every mail in one language. */
export type Texts = { [One in Kind]: (mail: MailOf<One>, facts: Facts) => Text };
