/** Asks for what belongs to the reader, and shows that it is on its way or could not be had. */

export { errorKey, QueryState, useAuthedQuery } from "./authed-query.tsx";
/** A form that submits the body of a call, and its errors. */
export { useApiForm } from "./forms/checked-form.ts";
/** A button with a confirmation dialog. */
export { ConfirmButton } from "./forms/confirm-button.tsx";
/** Translates field errors. */
export { fieldErrorText } from "./forms/error-messages.ts";
export { FormAlert, FormFailure } from "./forms/form-failure.tsx";
/** The form of a dialog that asks for a reason. */
export { ReasonFields } from "./forms/reason-fields.tsx";
/** Headers of a page whose address holds a secret. */
export { noReferrer } from "./forms/secret-address.ts";
/** Redirects readers without a session to the log-in and back. */
export { requireSession } from "./layouts/guard.ts";
export { useLogoutSync } from "./layouts/logout-sync.ts";
/** Copies a text that is shown. */
export { CopyButton } from "./settings/copy-button.tsx";
