/** Asks for what belongs to the reader, and shows that it is on its way or could not be had. */

export { errorKey, QueryState, useAuthedQuery } from "./authed-query.tsx";
/** A form that is the body of a call, and why it could not be sent. */
export { useApiForm } from "./forms/checked-form.ts";
/** A button that asks before something that cannot be taken back. */
export { ConfirmButton } from "./forms/confirm-button.tsx";
/** The reader's words for what the server says of a field, and of a call that failed. */
export { fieldErrorText } from "./forms/error-messages.ts";
export { FormAlert, FormFailure } from "./forms/form-failure.tsx";
/** In a dialog, the form of a call that asks why. */
export { ReasonFields } from "./forms/reason-fields.tsx";
/** Headers of a page whose address holds a secret. */
export { noReferrer } from "./forms/secret-address.ts";
/** Sends a reader without a session to the log-in, and has them come back; for pages that not everybody may open. */
export { requireSession } from "./layouts/guard.ts";
export { useLogoutSync } from "./layouts/logout-sync.ts";
/** Copies a text that is shown. */
export { CopyButton } from "./settings/copy-button.tsx";
