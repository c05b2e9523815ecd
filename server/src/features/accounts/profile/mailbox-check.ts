import { timingSafeEqual } from "node:crypto";
import type { Address, postMailboxConfirm } from "@wrapsody/shared/accounts/profile.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { z } from "zod";
import type { Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { notify } from "../../../platform/mail/notify.ts";
import { deleteSuppression, findSuppression } from "../../../platform/mail/suppressed-addresses.data.ts";
import { addressLink, lifetimes } from "../site-links.ts";
import { lockUser, readUser } from "../users/users.data.ts";
import { presentAddress } from "./address-changes.ts";

const PURPOSE = "confirm mailbox";

type Mailbox = { accountId: string; expires: number; email: string };

/** Sends a suppressed address the link that ends it. Does nothing for any other address. */
export function requestMailboxCheck(
  context: Context,
  { session: { accountId } }: { session: Session },
): Promise<Address> {
  return context.db.transaction().execute(async (tx) => {
    const now = context.clock.now();
    const user = (await lockUser(tx, accountId))?.user;
    if (user === undefined) throw new Failure("E0003");
    const { email } = user;
    if (email !== null && (await findSuppression(tx, email)) !== undefined) {
      const lifetimeSeconds = lifetimes["confirm-mailbox"];
      const expires = Math.floor(now.getTime() / 1000) + lifetimeSeconds;
      const link = addressLink(context, "confirm", signMailbox(context, { accountId, expires, email }));
      await notify(context, tx, "confirm-mailbox", user, { link, lifetimeSeconds });
    }
    return presentAddress(tx, user, now);
  });
}

/**
 * Ends the suppression of the address that the link was sent to. A repeat returns the same.
 *
 * @throws Failure E0020 for a code that is wrong, expired, or of an address that the account no longer has
 */
export async function confirmMailbox(
  context: Context,
  code: string,
): Promise<AnswerOf<typeof postMailboxConfirm>> {
  const [accountId = "", expires = "", signature = ""] = code.split(".");
  const isForm = z.guid().safeParse(accountId).success && /^\d{1,12}$/.test(expires);
  const email = isForm ? (await readUser(context.db, accountId))?.email : undefined;
  if (email === undefined || email === null) throw new Failure("E0020");
  const mailbox = { accountId, expires: Number(expires), email };
  const isExpired = mailbox.expires * 1000 <= context.clock.now().getTime();
  if (isExpired || !isSigned(context, mailbox, signature)) throw new Failure("E0020");
  await deleteSuppression(context.db, email);
  return { email };
}

type Keys = Pick<Context, "encryption">;

const toText = ({ accountId, expires, email }: Mailbox) => `${accountId} ${expires} ${email.toLowerCase()}`;

function signMailbox({ encryption }: Keys, mailbox: Mailbox): string {
  const mac = encryption.hmac(PURPOSE, toText(mailbox)).toString("base64url");
  return `${mailbox.accountId}.${mailbox.expires}.${mac}`;
}

function isSigned({ encryption }: Keys, mailbox: Mailbox, signature: string): boolean {
  const sent = Buffer.from(signature, "base64url");
  return encryption
    .hmacs(PURPOSE, toText(mailbox))
    .some((mac) => mac.length === sent.length && timingSafeEqual(mac, sent));
}
