import {
  deleteDoor,
  getDoor,
  getDoors,
  getTicket,
  postAdmission,
  postDoor,
} from "@wrapsody/shared/rewards/tickets.ts";
import { type Route, route } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { addDoor, admitTicket, listLevelDoors, revokeDoor, showDoor } from "./doors.ts";
import { showTicket } from "./tickets.ts";

/** Returns the routes of tickets and of the doors that admit them. */
export function ticketRoutes(context: Context): Route[] {
  return [
    route(getTicket, ({ session: { accountId }, params }) =>
      showTicket(context, { accountId, id: params.id }),
    ),
    route(getDoors, ({ session: { accountId }, params }) =>
      listLevelDoors(context, { accountId, song: params.id, level: params.rewardId }),
    ),
    route(postDoor, ({ session: { accountId }, params, body }) =>
      addDoor(context, { accountId, song: params.id, level: params.rewardId, ...body }),
    ),
    route(deleteDoor, async ({ session: { accountId }, params: { id: song, rewardId: level, doorId } }) => {
      await revokeDoor(context, { accountId, song, level, doorId });
      return {};
    }),
    route(getDoor, ({ params }) => showDoor(context, params)),
    route(postAdmission, ({ params, body }) => admitTicket(context, { ...params, ...body })),
  ];
}
