import { getCountdown } from "@wrapsody/shared/catalogue/catalogue.ts";
import {
  deleteReminder,
  getReminder,
  postReminder,
  postReminderConfirmation,
} from "@wrapsody/shared/catalogue/reminders.ts";
import { deleteSchedule, putSchedule } from "@wrapsody/shared/studio/scheduled-listing.ts";
import { pageRoute, type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { notFound } from "../../../platform/failure.ts";
import { artistEntity, songEntity } from "../songs/page-entities.ts";
import { changeOf } from "../studio/routes.ts";
import { cancelReminder, confirmAddress, requestReminder, showReminder } from "./reminders.ts";
import { findCountdown } from "./schedule.data.ts";
import { scheduleSong, unscheduleSong } from "./schedule.ts";

/** Returns the routes of scheduled wraps: countdowns, dates and reminders. */
export function scheduledRoutes(context: Context): Route[] {
  return [
    pageRoute(
      getCountdown,
      async ({ params }) => {
        const countdown = await findCountdown(context.replica, params.id);
        if (countdown === undefined) throw notFound();
        return countdown;
      },
      ({ id, artist_id }) => [songEntity(id), artistEntity(artist_id)],
    ),
    route(putSchedule, (call) => scheduleSong(context, { ...changeOf(call), body: call.body })),
    route(deleteSchedule, (call) => unscheduleSong(context, changeOf(call))),
    route(getReminder, ({ session, params }) => showReminder(context, params.id, session.accountId)),
    route(postReminder, ({ session, params, body, language }) =>
      requestReminder(context, {
        reference: params.id,
        accountId: session?.accountId,
        email: body.email,
        language,
      }),
    ),
    route(deleteReminder, ({ session, params }) => cancelReminder(context, params.id, session.accountId)),
    route(postReminderConfirmation, ({ body }) => confirmAddress(context, body.token)),
  ];
}
