import { z } from "zod";
import { type Job, job } from "../../platform/jobs/queue.ts";
import { deleteSuppressionsBefore } from "../../platform/mail/suppressed-addresses.data.ts";
import { deleteOldLoginAttempts } from "./login/login-throttle.ts";
import { deleteOldChallenges } from "./login/mfa.ts";
import { deleteOldMemberInvitations } from "./members/member-invitations.ts";
import { deleteExpiredPasskeyChallenges } from "./passkeys/passkeys.data.ts";
import { deleteExpiredResetCodes } from "./passwords/password-reset.data.ts";
import { sendResetJob } from "./passwords/password-reset.ts";
import { deleteOldEvents } from "./privacy/security-events.ts";
import { deleteExpiredAddressChanges } from "./profile/address-changes.data.ts";
import { deleteExpiredCodes } from "./sandbox/codes.data.ts";
import { deleteExpiredExchanges } from "./sessions/session-exchange.data.ts";
import { deleteExpiredSessions } from "./sessions/sessions.data.ts";
import { deleteExpiredRegistrations } from "./sign-up/registrations.data.ts";
import { registrationMailJob } from "./sign-up/registrations.ts";
import { deleteExpiredInvitations } from "./sign-up/sign-up-invitations.data.ts";
import { deleteExpiredAttempts } from "./social/oauth-attempts.data.ts";
import { deleteWebhookMessagesJob, deliverWebhookJob } from "./webhooks/webhook-deliveries.ts";

const nothing = z.object({});

/** After a year, mails are tried again (ms). */
const SUPPRESSION_RETENTION_MS = 365 * 24 * 60 * 60 * 1000;

export const forgetSessionsJob = job({
  name: "forget-sessions",
  payload: nothing,
  tries: 3,
  cron: "23 3 * * *",
  run: ({ db, clock }) => deleteExpiredSessions(db, clock.now()),
});

export const forgetChallengesJob = job({
  name: "forget-mfa-challenges",
  payload: nothing,
  tries: 3,
  cron: "25 3 * * *",
  run: deleteOldChallenges,
});

export const forgetExchangesJob = job({
  name: "forget-session-exchanges",
  payload: nothing,
  tries: 3,
  cron: "27 3 * * *",
  run: ({ db, clock }) => deleteExpiredExchanges(db, clock.now()),
});

export const forgetLoginTriesJob = job({
  name: "forget-login-tries",
  payload: nothing,
  tries: 3,
  cron: "29 3 * * *",
  run: deleteOldLoginAttempts,
});

export const forgetSecurityEventsJob = job({
  name: "forget-security-events",
  payload: nothing,
  tries: 3,
  cron: "31 3 * * *",
  run: deleteOldEvents,
});

const forgetRegistrationsJob = job({
  name: "forget-registrations",
  payload: nothing,
  tries: 3,
  cron: "33 3 * * *",
  async run(context) {
    const { db, clock } = context;
    await deleteExpiredRegistrations(db, clock.now());
    await deleteExpiredInvitations(db, clock.now());
    await deleteOldMemberInvitations(context);
    await deleteExpiredAddressChanges(db, clock.now());
    await deleteSuppressionsBefore(db, new Date(clock.now().getTime() - SUPPRESSION_RETENTION_MS));
  },
});

const forgetResetCodesJob = job({
  name: "forget-reset-codes",
  payload: nothing,
  tries: 3,
  cron: "35 3 * * *",
  run: ({ db, clock }) => deleteExpiredResetCodes(db, clock.now()),
});

const forgetAttemptsJob = job({
  name: "forget-social-attempts",
  payload: nothing,
  tries: 3,
  // Hourly, because anyone can start an attempt without an account.
  cron: "37 * * * *",
  async run({ db, clock }) {
    await deleteExpiredAttempts(db, clock.now());
    await deleteExpiredCodes(db, clock.now());
    await deleteExpiredPasskeyChallenges(db, clock.now());
  },
});

export const accountJobs: readonly Job[] = [
  forgetSessionsJob,
  forgetChallengesJob,
  forgetExchangesJob,
  forgetLoginTriesJob,
  forgetSecurityEventsJob,
  registrationMailJob,
  sendResetJob,
  forgetRegistrationsJob,
  forgetResetCodesJob,
  forgetAttemptsJob,
  deliverWebhookJob,
  deleteWebhookMessagesJob,
];
