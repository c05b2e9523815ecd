import * as z from "zod";
import {
  asRepeated,
  credentialLimits,
  email,
  linkPart,
  newPassword,
  signedIn,
  typedPassword,
} from "./accounts.ts";
import { endpoint } from "./endpoint.ts";

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
    "Creates the first administrator with the code of the setup link that the program prints at its start, and starts a " +
    "session. E0020: the link was used or expired, or an administrator can log in.",
  body: z
    .object({
      code: linkPart,
      email,
      name: z
        .string({ error: "Required" })
        .trim()
        .min(1, { error: "Required" })
        .max(credentialLimits.name, { error: `Please use at most ${credentialLimits.name} characters.` }),
      password: newPassword,
      confirmPassword: typedPassword,
    })
    .refine(
      ({ password, confirmPassword }) => password === confirmPassword,
      asRepeated("password", "confirmPassword"),
    ),
  answer: signedIn,
});
