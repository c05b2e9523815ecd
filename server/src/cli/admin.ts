import { credentialLimits, email as emailSchema } from "@wrapsody/shared/accounts/accounts.ts";
import { createAdministrator, resetAdministrator } from "../features/accounts/index.ts";
import type { Command, Output } from "./command.ts";

export const createAdmin: Command = {
  name: "admin create",
  usage: "admin create EMAIL [--name NAME]",
  argument: { description: "an email address" },
  summary: "Make an address an administrator.",
  details: [
    ["EMAIL", "The address of a new or existing account."],
    ["--name NAME", "The name of a new account; otherwise the part of the address before the @."],
  ],
  options: { name: { type: "string" } },
  async run(context, { values, positional }, output) {
    const { data: email } = emailSchema.safeParse(positional);
    if (email === undefined) return rejectCommand(output, `${positional} is not an email address.`);
    const name = typeof values.name === "string" ? values.name.trim() : email.replace(/@.*/, "");
    if (name === "" || name.length > credentialLimits.name)
      return rejectCommand(output, `A name has 1 to ${credentialLimits.name} characters.`);
    const { isNew, link } = await createAdministrator(context, { email, name });
    output.print(isNew ? `${email} has a new account as an administrator.` : `${email} is an administrator.`);
    if (link === undefined) output.print("They log in with their password.");
    else printPasswordLink(output, link);
    return 0;
  },
};

export const resetAdminPassword: Command = {
  name: "admin reset-password",
  usage: "admin reset-password EMAIL [--disable-codes]",
  argument: { description: "an email address" },
  summary: "Let a locked-out administrator choose a new password.",
  details: [["--disable-codes", "Also turn login codes by email off, if the mailbox is lost."]],
  options: { "disable-codes": { type: "boolean" } },
  async run(context, { values, positional }, output) {
    const withoutCodes = values["disable-codes"] === true;
    const link = await resetAdministrator(context, { email: positional, withoutCodes });
    if (link === undefined) return rejectCommand(output, `No administrator has the address ${positional}.`);
    printPasswordLink(output, link);
    if (withoutCodes) output.print("Login codes by email are off for this account.");
    return 0;
  },
};

function printPasswordLink(output: Output, link: string): void {
  output.print("Open this link within 24 hours to choose a password. It works once:");
  output.print(`  ${link}`);
}

function rejectCommand(output: Output, reason: string): number {
  output.printError(reason);
  return 1;
}
