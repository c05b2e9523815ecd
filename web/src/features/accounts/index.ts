/** Queries data of the signed-in reader, and renders its loading and error states. */

export { errorKey, QueryPage, QueryState, useAuthedQuery } from "./authed-query.tsx";
/** Manages a form that submits the body of a call, and its errors. */
export { useApiForm } from "./forms/checked-form.ts";
/** A button with a confirmation dialog. */
export { ConfirmButton } from "./forms/confirm-button.tsx";
/** Translates field errors. */
export { fieldErrorText } from "./forms/error-messages.ts";
export { FormAlert, FormFailure } from "./forms/form-failure.tsx";
/** Dialog form that requires a reason. */
export { ReasonFields } from "./forms/reason-fields.tsx";
export type { PageHandle } from "./layouts/loading-page.tsx";
/** Headers of a page whose URL holds a secret. */
/** Redirects readers without a session to the login and back. */
export { noReferrer, requireSession, useLogoutSync, useQueryRemoval } from "./layouts/session-guard.ts";
/** Permissions of the reader's role in the account that they work for. */
export { EditableBy, Permitted, useMay, WorkingFor } from "./members/acting.tsx";
/** One page of a list of the signed-in user, with its states. */
export { PagedList } from "./paged-list.tsx";
/** Asks for one mail about something that is not public or open yet. */
export { NotifyMe, OwnReminder, ReminderAddress, type ReminderTexts } from "./reminders/notify-me.tsx";
/** Button that copies a displayed text. */
export { CopyButton } from "./settings/copy-button.tsx";
/** Chooses the emails about releases of followed artists. */
export { FollowerMails } from "./settings/mails/follower-mails.tsx";
/** Leads to the login where a call requires a fresh one. */
export { requiresLogin, useReauthenticate } from "./use-user.ts";
