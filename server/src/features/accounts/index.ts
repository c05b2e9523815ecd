export { requireAdmin } from "./admin/admin.ts";
export { retryJobs } from "./admin/retry-jobs.ts";
export { accountJobs } from "./jobs.ts";
export { readMemberRole } from "./members/members.data.ts";
export { hashPassword } from "./passwords/password-hash.ts";
export {
  type AccountPorts,
  type AdministrationPart,
  type Announced,
  type AuditObject,
  announce,
  connectAccounts,
} from "./ports.ts";
export { accountExport } from "./privacy/data-export.data.ts";
export { exportAccountData } from "./privacy/data-export.ts";
export { type ExportTable, paged } from "./privacy/export-table.ts";
export {
  recordEvent,
  recordOperatorEvent,
  type SecurityEvent,
} from "./privacy/security-events.ts";
export { accountRoutes, findSession } from "./routes.ts";
export { addSandboxStreaming } from "./sandbox/streaming.routes.ts";
export { deleteSessions } from "./sessions/sessions.data.ts";
export { requireFreshLogin } from "./sessions/sessions.ts";
export { hashToken, makeToken } from "./sessions/tokens.ts";
export { assertStorageQuota } from "./settings/storage-quota.ts";
export { addUnsubscribe } from "./settings/unsubscribe.routes.ts";
export { createAdministrator, resetAdministrator } from "./setup/administrators.ts";
export { createSetupLink } from "./setup/setup.ts";
export { createInvitedAccount } from "./sign-up/invitations.ts";
export { addSocialLogin } from "./social/browser.routes.ts";
export { discoverProvider, type OidcProvider } from "./social/oidc.ts";
export {
  type AccountSummary,
  type Contact,
  isSuspendedAccount,
  isTrustedPublisher,
  listAdministratorContacts,
  lockUser,
  readAccountSummaries,
  readContact,
} from "./users/users.data.ts";
export { emitWebhookEvent } from "./webhooks/webhook-deliveries.ts";
