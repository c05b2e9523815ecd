import { timingSafeEqual } from "node:crypto";
import { type MailTopic, mailTopics } from "@wrapsody/shared/accounts/mail-topics.ts";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { MailKind } from "./mail-data.ts";

/** The path of the page that turns mails off; the token follows. */
export const unsubscribePath = "/unsubscribe";

const PURPOSE = "unsubscribe";
const ADDRESS_PURPOSE = "unsubscribe address";
const MAC_BYTES = 16;

/** The topics of the kinds of mail that can be turned off. */
const topics: Partial<Record<MailKind, MailTopic>> = {
  "sales-made": "SALES",
  "sales-refunded": "REFUNDS",
  "claim-received": "CLAIMS",
  "payout-arrived": "PAYOUTS",
  "wrap-released": "RELEASES",
  "followed-release": "FOLLOWS",
  "followed-digest": "FOLLOWS",
  "phase-opened": "RELEASES",
  "reward-within-reach": "REWARDS",
};

/** Returns undefined if the mail cannot be turned off. */
export const topicOf = (kind: MailKind): MailTopic | undefined => topics[kind];

/** Identifies what to turn off for whom: an account, or an address of someone without one. */
export type Subscription = { accountId: string; topic: MailTopic } | { address: string; topic: "RELEASES" };

type Keys = Pick<Context, "encryption">;

/**
 * Returns the URL that turns the mails of a topic off for an account, without a session. It stays valid until the key of the
 * installation is replaced: mails are kept for years.
 */
export function unsubscribeUrl(
  { encryption, publicUrl }: Keys & Pick<Context, "publicUrl">,
  subscription: Subscription,
): string {
  const { topic } = subscription;
  if ("address" in subscription) {
    // Encrypted, so that no log shows an address.
    const sealed = encryption.encrypt(ADDRESS_PURPOSE, subscription.address).toString("base64url");
    return `${publicUrl}${unsubscribePath}/${topic.toLowerCase()}.${sealed}`;
  }
  const { accountId } = subscription;
  const mac = encryption.hmac(PURPOSE, toText(subscription)).subarray(0, MAC_BYTES);
  return `${publicUrl}${unsubscribePath}/${topic.toLowerCase()}.${accountId}.${mac.toString("base64url")}`;
}

/** Returns undefined if no key of this installation signed the token. */
export function readUnsubscribeToken({ encryption }: Keys, token: string): Subscription | undefined {
  const [name = "", accountId = "", signature] = token.split(".");
  if (signature === undefined) return readAddressToken({ encryption }, name, accountId);
  const topic = mailTopics.find((each) => each.toLowerCase() === name);
  if (topic === undefined || !z.guid().safeParse(accountId).success) return undefined;
  const sent = Buffer.from(signature, "base64url");
  const macs = encryption.hmacs(PURPOSE, toText({ accountId, topic }));
  const isSigned = macs.some(
    (mac) => sent.length === MAC_BYTES && timingSafeEqual(sent, mac.subarray(0, MAC_BYTES)),
  );
  return isSigned ? { accountId, topic } : undefined;
}

function readAddressToken({ encryption }: Keys, name: string, sealed: string): Subscription | undefined {
  if (name !== "releases") return undefined;
  try {
    const address = encryption.decrypt(ADDRESS_PURPOSE, Buffer.from(sealed, "base64url"));
    return { address, topic: "RELEASES" };
  } catch {
    // Not encrypted by a key of this installation.
    return undefined;
  }
}

const toText = ({ accountId, topic }: { accountId: string; topic: MailTopic }) => `${accountId} ${topic}`;
