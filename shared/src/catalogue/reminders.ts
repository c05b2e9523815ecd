import * as z from "zod";
import { email } from "../accounts/accounts.ts";
import { endpoint } from "../api/endpoint.ts";

const reference = z.object({ id: z.string().min(1).max(120) });

export const getReminder = endpoint({
  method: "GET",
  path: "song/:id/reminder",
  access: "personal",
  tag: "catalogue",
  summary: "Whether the caller gets an email when a scheduled wrap is listed.",
  params: reference,
  answer: z.object({ on: z.boolean() }),
});

export const postReminder = endpoint({
  method: "POST",
  path: "song/:id/reminder",
  access: "optional",
  limit: "mail",
  tag: "catalogue",
  summary:
    "Asks for one email when a scheduled wrap is listed. Callers without a session give an address, which gets a link to confirm it " +
    "(`on: false`); the response is the same for every address. A repeat has no effect.",
  params: reference,
  body: z.object({ email: email.optional() }),
  answer: z.object({ on: z.boolean() }),
});

export const deleteReminder = endpoint({
  method: "DELETE",
  path: "song/:id/reminder",
  access: "personal",
  tag: "catalogue",
  summary: "Cancels the caller's email about a scheduled wrap. A repeat has no effect.",
  params: reference,
  answer: z.object({ on: z.boolean() }),
});

export const postReminderConfirmation = endpoint({
  method: "POST",
  path: "reminder/confirm",
  access: "public",
  limit: "sign-in",
  tag: "catalogue",
  summary:
    "Confirms an address by the token of the link that it was sent. Returns E0077 once the link has expired or the wrap is no longer scheduled. A repeat has no effect.",
  body: z.object({ token: z.string().min(1).max(200) }),
  answer: z.object({ name: z.string() }),
});
