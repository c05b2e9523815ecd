import * as z from "zod";
import { endpoint } from "./endpoint.ts";

/** The mails to publishers that can be turned off. */
export const mailTopics = ["SALES", "REFUNDS", "CLAIMS", "PAYOUTS"] as const;
export type MailTopic = (typeof mailTopics)[number];

export const mailPreferences = z.object({
  topics: z.array(z.object({ topic: z.enum(mailTopics), on: z.boolean() })),
});
export type MailPreferences = z.output<typeof mailPreferences>;

export const getMailPreferences = endpoint({
  method: "GET",
  path: "my/mails",
  access: "personal",
  tag: "accounts",
  summary: "Returns which optional mails the caller gets.",
  answer: mailPreferences,
});

export const patchMailPreferences = endpoint({
  method: "PATCH",
  path: "my/mails",
  access: "personal",
  tag: "accounts",
  summary: "Turns mails on or off. A repeat has no effect.",
  body: z.object({ topic: z.enum(mailTopics), on: z.boolean() }),
  answer: mailPreferences,
});
