import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";

/** The mails that are turned on and off: to publishers, about releases that someone asked to be notified of, and about rewards within reach. */
export const switchedTopics = ["SALES", "REFUNDS", "CLAIMS", "PAYOUTS", "RELEASES", "REWARDS"] as const;
export type SwitchedTopic = (typeof switchedTopics)[number];
/** All mails that a link in them turns off. Those to followers are chosen by `followerMails`. */
export const mailTopics = [...switchedTopics, "FOLLOWS"] as const;
export type MailTopic = (typeof mailTopics)[number];

/** Mails about releases of artists whom one follows: for every release, once a week, or none, unless one chose otherwise. */
export const followerMailChoices = ["EVERY", "WEEKLY", "NONE"] as const;
export type FollowerMailChoice = (typeof followerMailChoices)[number];

export const mailPreferences = z.object({
  topics: z.array(z.object({ topic: z.enum(switchedTopics), on: z.boolean() })),
  follower_mails: z.enum(followerMailChoices),
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
  body: z.object({ topic: z.enum(switchedTopics), on: z.boolean() }),
  answer: mailPreferences,
});

export const putFollowerMails = endpoint({
  method: "PUT",
  path: "my/mails/followed",
  access: "personal",
  tag: "accounts",
  summary:
    "Chooses the emails about new wraps of artists whom the caller follows: for every one, once a week, or none. A repeat has no effect.",
  body: z.object({ choice: z.enum(followerMailChoices) }),
  answer: mailPreferences,
});
