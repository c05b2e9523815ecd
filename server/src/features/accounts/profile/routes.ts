import {
  deleteAddress,
  getAddress,
  patchProfile,
  postAddress,
  postAddressConfirm,
  postAddressUndo,
  postMailboxCheck,
  postMailboxConfirm,
} from "@wrapsody/shared/accounts/profile.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { renameUser } from "../users/users.ts";
import {
  cancelAddressChange,
  confirmAddressChange,
  readAddress,
  requestAddressChange,
  undoAddressChange,
} from "./address-changes.ts";
import { confirmMailbox, requestMailboxCheck } from "./mailbox-check.ts";

/** Returns the routes of a user's name and address. */
export function profileRoutes(context: Context): Route[] {
  return [
    route(patchProfile, ({ session, device, body: { name } }) =>
      renameUser(context, { session, device, name }),
    ),
    route(getAddress, ({ session }) => readAddress(context, { session })),
    route(postAddress, ({ session, device, body: { email } }) =>
      requestAddressChange(context, { session, device, email }),
    ),
    route(deleteAddress, ({ session }) => cancelAddressChange(context, { session })),
    route(postAddressConfirm, ({ body: { code }, device }) =>
      confirmAddressChange(context, { code, device }),
    ),
    route(postMailboxCheck, ({ session }) => requestMailboxCheck(context, { session })),
    route(postMailboxConfirm, ({ body: { code } }) => confirmMailbox(context, code)),
    route(postAddressUndo, ({ body: { code }, device }) => undoAddressChange(context, { code, device })),
  ];
}
