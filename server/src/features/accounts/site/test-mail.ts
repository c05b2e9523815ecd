import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { postTestMail } from "@wrapsody/shared/operations/site-settings.ts";
import type { Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { sendImmediately } from "../../../platform/mail/notify.ts";
import { siteSettingsLink } from "../site-links.ts";
import { readContact } from "../users/users.data.ts";

/**
 * Sends the caller an email without the queue, so that the answer says whether the mail server accepted it.
 *
 * @throws Failure E0062 if it did not, E0007 on `email` if the caller's account has no address
 */
export async function sendTestMail(
  context: Context,
  { accountId }: Session,
): Promise<AnswerOf<typeof postTestMail>> {
  const contact = await readContact(context.db, accountId);
  if (contact === undefined)
    throw new Failure("E0007", { errors: [{ field: "email", message: "Your account has no address." }] });
  try {
    await sendImmediately(context, "test-mail", contact, { link: siteSettingsLink(context) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.log.warn({ reason }, "test email not sent");
    throw new Failure("E0062", { message: reason, cause: error });
  }
  return { email: contact.email };
}
