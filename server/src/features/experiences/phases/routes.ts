import { getOwnPhases, putPhases } from "@wrapsody/shared/experiences/phases.ts";
import {
  deletePhaseReminder,
  deleteWaitlist,
  getPhaseReminder,
  getWaitlist,
  postPhaseReminder,
  postPhaseReminderConfirmation,
  postWaitlist,
} from "@wrapsody/shared/experiences/waitlists.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { readOwnPhases, replacePhases } from "./edit-phases.ts";
import {
  cancelPhaseReminder,
  confirmPhaseReminder,
  requestPhaseReminder,
  showPhaseReminder,
} from "./reminders.ts";
import { joinWaitlist, leaveWaitlist, readWaiting } from "./waitlist.ts";

/** Returns the routes of phases: their editor, reminders and waitlists. */
export function phaseRoutes(context: Context): Route[] {
  return [
    route(getOwnPhases, ({ session: { accountId }, params }) =>
      readOwnPhases(context, { accountId, reference: params.id }),
    ),
    route(putPhases, ({ session: { accountId }, device, idempotencyKey: key, params, body }) =>
      replacePhases(context, { caller: { accountId, device, key }, reference: params.id, body }),
    ),
    ...reminderRoutes(context),
    route(getWaitlist, ({ session: { accountId }, params }) =>
      readWaiting(context, { reference: params.id, accountId }),
    ),
    route(postWaitlist, ({ session: { accountId }, params }) =>
      joinWaitlist(context, { reference: params.id, accountId }),
    ),
    route(deleteWaitlist, ({ session: { accountId }, params }) =>
      leaveWaitlist(context, { reference: params.id, accountId }),
    ),
  ];
}

function reminderRoutes(context: Context): Route[] {
  return [
    route(getPhaseReminder, ({ session: { accountId }, params: { id: reference, phaseId } }) =>
      showPhaseReminder(context, { reference, phaseId, accountId }),
    ),
    route(postPhaseReminder, ({ session, params: { id: reference, phaseId }, body, language }) =>
      requestPhaseReminder(context, {
        reference,
        phaseId,
        accountId: session?.accountId,
        email: body.email,
        language,
      }),
    ),
    route(deletePhaseReminder, ({ session: { accountId }, params: { id: reference, phaseId } }) =>
      cancelPhaseReminder(context, { reference, phaseId, accountId }),
    ),
    route(postPhaseReminderConfirmation, ({ body }) => confirmPhaseReminder(context, body.token)),
  ];
}
