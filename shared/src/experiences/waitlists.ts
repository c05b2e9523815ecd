import * as z from "zod";
import { email } from "../accounts/accounts.ts";
import { endpoint } from "../api/endpoint.ts";
import { instant } from "../api/media.ts";

// Apart from the calls of publishers (`phases.ts`), which public pages do not load.

const reference = z.object({ id: z.string().min(1).max(120) });
const subscription = z.object({ on: z.boolean() });
const phaseReference = reference.extend({ phaseId: z.coerce.number().int().positive() });

export const getPhaseReminder = endpoint({
  method: "GET",
  path: "drop/:id/phase/:phaseId/reminder",
  access: "personal",
  tag: "participation",
  summary: "Whether the caller gets an email when a phase of an experience opens.",
  params: phaseReference,
  answer: subscription,
});

export const postPhaseReminder = endpoint({
  method: "POST",
  path: "drop/:id/phase/:phaseId/reminder",
  access: "optional",
  limit: "mail",
  tag: "participation",
  summary:
    "Asks for one email when a phase of an experience opens. Callers without a session give an address, which gets a link to confirm it " +
    "(`on: false`); the response is the same for every address. E0001: there is no such phase, or it has opened. A repeat has no effect.",
  params: phaseReference,
  body: z.object({ email: email.optional() }),
  answer: subscription,
});

export const deletePhaseReminder = endpoint({
  method: "DELETE",
  path: "drop/:id/phase/:phaseId/reminder",
  access: "personal",
  tag: "participation",
  summary: "Cancels the caller's email about a phase. A repeat has no effect.",
  params: phaseReference,
  answer: subscription,
});

export const postPhaseReminderConfirmation = endpoint({
  method: "POST",
  path: "phase-reminder/confirm",
  access: "public",
  limit: "sign-in",
  tag: "participation",
  summary:
    "Confirms an address by the token of the link that it was sent. Returns E0077 once the link has expired or the phase has opened. A repeat has no effect.",
  body: z.object({ token: z.string().min(1).max(200) }),
  answer: z.object({ name: z.string() }),
});

/** How long a released spot is held for the first of a waitlist. */
export const HELD_SPOT_S = 60 * 60;

/** `HELD`: a spot is held for the caller until `held_until`; `POST payment/:id` takes it. */
const ownWaiting = z.object({
  state: z.enum(["NONE", "WAITING", "HELD"]),
  held_until: instant.nullable(),
});

export const getWaitlist = endpoint({
  method: "GET",
  path: "drop/:id/waitlist",
  access: "personal",
  tag: "participation",
  summary: "Whether the caller is on the waitlist of an experience.",
  params: reference,
  answer: ownWaiting,
});

export const postWaitlist = endpoint({
  method: "POST",
  path: "drop/:id/waitlist",
  access: "personal",
  limit: "order",
  tag: "participation",
  summary:
    "Puts the caller on the waitlist of a sold-out experience or phase. When a spot is released, it is held for the first for an hour, who " +
    "is mailed. E0034: the phase does not admit the caller. E0032: spots are left, or none are given now. A repeat has no effect.",
  params: reference,
  answer: ownWaiting,
});

export const deleteWaitlist = endpoint({
  method: "DELETE",
  path: "drop/:id/waitlist",
  access: "personal",
  tag: "participation",
  summary:
    "Takes the caller off the waitlist; a spot held for them goes to the next. A repeat has no effect.",
  params: reference,
  answer: ownWaiting,
});
