import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { siteName } from "../operations/site-settings.ts";
import { asRepeated, email, linkPart, newPassword, personName, signedIn, typedPassword } from "./accounts.ts";

/** Message for an address that has an account, on `email`. */
export const takenAddressMessage =
  "This address already has an account. Use another one, or make it an administrator on the command line.";

export const postSetup = endpoint({
  method: "POST",
  path: "setup",
  access: "public",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Creates the first administrator with the code of the setup link that the program prints at its start, stores the " +
    "first settings of the site, and starts a session. E0020: the link was used or expired, or an administrator can log in.",
  body: z
    .object({
      code: linkPart,
      email,
      name: personName,
      password: newPassword,
      confirmPassword: typedPassword,
      /** Settings of the site. A field that an environment variable determines is ignored. */
      site_name: siteName.optional(),
      contact: email.optional(),
      mail_sender: email.optional(),
    })
    .refine(
      ({ password, confirmPassword }) => password === confirmPassword,
      asRepeated("password", "confirmPassword"),
    ),
  answer: signedIn,
});

export const postSetupSettings = endpoint({
  method: "POST",
  path: "setup/settings",
  access: "public",
  limit: "sign-in",
  tag: "accounts",
  summary:
    "Returns the settings that a new site starts with, for the holder of a setup link. E0020 as for `setup`.",
  body: z.object({ code: linkPart }),
  answer: z.object({
    site_name: z.string(),
    contact: z.string(),
    mail_sender: z.string(),
    /** Fields that an environment variable determines, with the name of that variable. */
    locked: z.record(z.string(), z.string()),
  }),
});
