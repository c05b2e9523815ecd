import {
  deleteMe,
  deleteOtherSessions,
  deleteSessionCall,
  getExchange,
  getKeys,
  getMyData,
  getSessions,
  patchKeys,
  patchMfa,
  postExchange,
} from "@wrapsody/shared/account-settings.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import type { CountHoldings } from "../admin/user-list.ts";
import { toggleMfa } from "../login/mfa.ts";
import type { Plans } from "../plans.ts";
import { type AccountDeletionHooks, deleteAccount } from "../privacy/account-deletion.ts";
import { exportAccountData, type OwnData } from "../privacy/data-export.ts";
import { endOtherSessions, endSession, listDevices } from "../sessions/devices.ts";
import { issueExchangeCode, redeemExchangeCode } from "../sessions/session-exchange.ts";
import { revealKeys, rotateKeys } from "./api-keys.ts";

/** What later features keep of an account, how they let go of it, and how much it is. */
export type DataRetentionHooks = {
  ownData: OwnData;
  farewell: AccountDeletionHooks;
  countHoldings: CountHoldings;
};

/** Returns the routes of a user's own account. */
export function settingsRoutes(context: Context, plans: Plans, keeping: DataRetentionHooks): Route[] {
  return [
    ...safetyRoutes(context, plans),
    ...exchangeRoutes(context, plans),
    route(getMyData, ({ session, device }) =>
      exportAccountData(context, { plans, ownData: keeping.ownData, session, device }),
    ),
    route(deleteMe, async ({ session, device, body: { password } }) => {
      await deleteAccount(context, keeping.farewell, { session, device, password });
      return {};
    }),
  ];
}

function safetyRoutes(context: Context, plans: Plans): Route[] {
  return [
    route(patchMfa, ({ session, device }) => toggleMfa(context, plans, { session, device })),
    route(getKeys, ({ session, device }) => revealKeys(context, plans, { session, device })),
    route(patchKeys, ({ session, device }) => rotateKeys(context, plans, { session, device })),
    route(getSessions, ({ session }) => listDevices(context, session)),
    route(deleteSessionCall, async ({ session, device, params: { id } }) => {
      await endSession(context, { session, device, id });
      return {};
    }),
    route(deleteOtherSessions, ({ session, device }) => endOtherSessions(context, { session, device })),
  ];
}

function exchangeRoutes(context: Context, plans: Plans): Route[] {
  return [
    route(getExchange, ({ session }) => issueExchangeCode(context, session)),
    route(postExchange, ({ body: { token }, device }) =>
      redeemExchangeCode(context, plans, { token, device }),
    ),
  ];
}
