import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";
import { email, linkPart, personName, user } from "./accounts.ts";

export const patchProfile = endpoint({
  method: "PATCH",
  path: "my/profile",
  access: "personal",
  tag: "accounts",
  summary: "Changes the user’s name.",
  body: z.object({
    name: personName,
  }),
  answer: user,
});

/** The confirmed address, and the one that waits for its confirmation. */
const address = z.object({
  email: z.string().nullable(),
  pending: z.object({ email: z.string(), expires_at: instant }).nullable(),
  /** Since when emails other than those about logins and security are withheld, because the address rejected one; null: they are not. */
  suppressed_since: instant.nullable(),
});
export type Address = z.output<typeof address>;

export const getAddress = endpoint({
  method: "GET",
  path: "my/address",
  access: "personal",
  tag: "accounts",
  summary: "Returns the user’s address and its pending change.",
  answer: address,
});

export const postAddress = endpoint({
  method: "POST",
  path: "my/address",
  access: "personal",
  limit: "mail",
  tag: "accounts",
  summary:
    "Requests another address, which replaces an earlier request. The address changes when the link emailed to it is " +
    "opened, within a day. The response does not reveal whether the address has an account. Requires a session that " +
    "started in the last ten minutes; an older one gets E0018.",
  body: z.object({ email }),
  answer: address,
});

export const deleteAddress = endpoint({
  method: "DELETE",
  path: "my/address",
  access: "personal",
  tag: "accounts",
  summary: "Cancels the pending change of the address. A repeat has no effect.",
  answer: address,
});

export const postAddressConfirm = endpoint({
  method: "POST",
  path: "address/confirm",
  access: "public",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Confirms a new address with the code of the emailed link. Notifies both addresses; the former one gets a link that " +
    "undoes the change. A repeat returns the same. Returns E0020 for other codes, and E0092 if the address has another " +
    "account by now.",
  body: z.object({ code: linkPart }),
  answer: z.object({ email: z.string() }),
});

export const postAddressUndo = endpoint({
  method: "POST",
  path: "address/undo",
  access: "public",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Restores the former address with the code of the emailed link, within 14 days and once. Ends all sessions and takes " +
    "back what was added to log in since; a link to choose a new password is emailed. Returns E0020 for other codes, and " +
    "E0092 if the former address has another account by now.",
  body: z.object({ code: linkPart }),
  answer: z.object({ email: z.string() }),
});

export const postMailboxCheck = endpoint({
  method: "POST",
  path: "my/address/check",
  access: "personal",
  limit: "mail",
  tag: "accounts",
  summary:
    "Sends a link to the user’s address, which ends that emails are withheld from it. Does nothing if none are.",
  answer: address,
});

export const postMailboxConfirm = endpoint({
  method: "POST",
  path: "address/mailbox",
  access: "public",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Confirms with the code of the emailed link that emails arrive at an address, so that none are withheld any more. A repeat returns the same. " +
    "Returns E0020 for other codes.",
  body: z.object({ code: linkPart }),
  answer: z.object({ email: z.string() }),
});
