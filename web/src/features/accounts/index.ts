/** Asks for what belongs to the reader, and shows that it is on its way or could not be had. */

/** A form that is the body of a call, its lines, and why it could not be sent. */
export { useCheckedForm } from "./checked-form.ts";
/** A button that asks before something that cannot be taken back. */
export { Confirmed } from "./confirmed.tsx";
export { Field } from "./field.tsx";
export { FormAlert, FormFailure } from "./form-failure.tsx";
export { OwnPending, reasonKey, useOwn } from "./own.tsx";
/** The reader's words for what the server says of a field, and of a call that failed. */
export { problemText } from "./problems.ts";
