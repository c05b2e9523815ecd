import {
  deleteMe,
  deleteOtherSessions,
  deleteSessionCall,
  getExchange,
  getKeys,
  getMyData,
  getMyStorage,
  getSessions,
  patchKeys,
  patchMfa,
  postExchange,
} from "@wrapsody/shared/accounts/account-settings.ts";
import {
  getMailPreferences,
  patchMailPreferences,
  putFollowerMails,
} from "@wrapsody/shared/accounts/mail-topics.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { toggleMfa } from "../login/mfa.ts";
import { deleteAccount } from "../privacy/account-deletion.ts";
import { exportOwnData } from "../privacy/data-export.ts";
import { endOtherSessions, endSession, listDevices } from "../sessions/devices.ts";
import { issueExchangeCode, redeemExchangeCode } from "../sessions/session-exchange.ts";
import { revealKeys, rotateKeys } from "./api-keys.ts";
import { chooseFollowerMails, readMailPreferences, setMailPreference } from "./mail-preferences.ts";
import { readStorageUsage } from "./storage-quota.ts";

/** Returns the routes of a user's own account. */
export function settingsRoutes(context: Context): Route[] {
  return [
    ...safetyRoutes(context),
    ...exchangeRoutes(context),
    route(getMyData, ({ session, device }) => exportOwnData(context, { session, device })),
    route(getMailPreferences, ({ session: { accountId } }) => readMailPreferences(context, accountId)),
    route(patchMailPreferences, ({ session: { accountId }, body }) =>
      setMailPreference(context, { accountId, ...body }),
    ),
    route(putFollowerMails, ({ session: { accountId }, body: { choice } }) =>
      chooseFollowerMails(context, { accountId, choice }),
    ),
    route(getMyStorage, ({ session: { accountId } }) => readStorageUsage(context, accountId)),
    route(deleteMe, async ({ session, device, body: { password, keep_artworks: keepsArtworks } }) => {
      await deleteAccount(context, { session, device, password, keepsArtworks });
      return {};
    }),
  ];
}

function safetyRoutes(context: Context): Route[] {
  return [
    route(patchMfa, ({ session, device }) => toggleMfa(context, { session, device })),
    route(getKeys, ({ session, device }) => revealKeys(context, { session, device })),
    route(patchKeys, ({ session, device }) => rotateKeys(context, { session, device })),
    route(getSessions, ({ session }) => listDevices(context, session)),
    route(deleteSessionCall, async ({ session, device, params: { id } }) => {
      await endSession(context, { session, device, id });
      return {};
    }),
    route(deleteOtherSessions, ({ session, device }) => endOtherSessions(context, { session, device })),
  ];
}

function exchangeRoutes(context: Context): Route[] {
  return [
    route(getExchange, ({ session }) => issueExchangeCode(context, session)),
    route(postExchange, ({ body: { token }, device }) => redeemExchangeCode(context, { token, device })),
  ];
}
