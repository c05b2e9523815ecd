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
import type { Context } from "../../platform/context.ts";
import { type Route, route } from "../../platform/routing.ts";
import { revealKeys, rotateKeys } from "./api-keys.ts";
import { deleteAccount, type Farewell } from "./deletion.ts";
import { endOtherSessions, endSession, listDevices } from "./devices.ts";
import { handOver, takeOver } from "./exchange.ts";
import { switchCodes } from "./mfa.ts";
import { exportData, type OwnData } from "./own-data.ts";
import type { Plans } from "./plans.ts";
import type { CountHoldings } from "./users-list.ts";

/** What later features keep of an account, how they let go of it, and how much it is. */
export type Keeping = { ownData: OwnData; farewell: Farewell; countHoldings: CountHoldings };

/** What somebody decides about their own account. */
export function settingsRoutes(context: Context, plans: Plans, keeping: Keeping): Route[] {
  return [
    ...safetyRoutes(context, plans),
    ...exchangeRoutes(context, plans),
    route(getMyData, ({ session, device }) =>
      exportData(context, { plans, ownData: keeping.ownData, session, device }),
    ),
    route(deleteMe, async ({ session, device, body: { password } }) => {
      await deleteAccount(context, keeping.farewell, { session, device, password });
      return {};
    }),
  ];
}

function safetyRoutes(context: Context, plans: Plans): Route[] {
  return [
    route(patchMfa, ({ session, device }) => switchCodes(context, plans, { session, device })),
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
    route(getExchange, ({ session }) => handOver(context, session)),
    route(postExchange, ({ body: { token }, device }) => takeOver(context, plans, { token, device })),
  ];
}
