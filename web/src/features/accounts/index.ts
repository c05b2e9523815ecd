/** Asks for what belongs to the reader, and shows that it is on its way or could not be had. */

/** A form that is the body of a call, and why it could not be sent. */
export { useCheckedForm } from "./checked-form.ts";
/** A button that asks before something that cannot be taken back. */
export { Confirmed } from "./confirmed.tsx";
/** Copies a text that is shown. */
export { CopyButton } from "./copy-button.tsx";
export { FormAlert, FormFailure } from "./form-failure.tsx";
/** Sends a reader without a session to the log-in, and has them come back; for pages that not everybody may open. */
export { requireSession } from "./guard.ts";
export { useLogoutElsewhere } from "./logout-elsewhere.ts";
export { OwnPending, reasonKey, useOwn } from "./own.tsx";
/** The reader's words for what the server says of a field, and of a call that failed. */
export { problemText } from "./problems.ts";
/** In a dialog, the form of a call that asks why. */
export { ReasonFields } from "./reason-fields.tsx";
/** Headers of a page whose address holds a secret. */
export { noReferrer } from "./secret-address.ts";
