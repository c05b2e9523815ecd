import { z } from "zod";
import { deleteSuppression, insertSuppression } from "../platform/mail/suppressed-addresses.data.ts";
import type { Command } from "./command.ts";

const argument = { description: "an email address" };

const isAddress = (text: string) => z.email().safeParse(text).success;

export const suppressAddress: Command = {
  name: "mail suppress",
  usage: "mail suppress ADDRESS",
  argument,
  summary: "Send an address only emails about logins and security.",
  details: [["ADDRESS", "Where an email bounced after your mail server had accepted it."]],
  options: {},
  async run({ db, clock }, { positional: email }, output) {
    if (!isAddress(email)) {
      output.printError(`${email} is not an email address.`);
      return 1;
    }
    const row = { email, reason: "REPORTED", status: null, now: clock.now() } as const;
    const isNew = await insertSuppression(db, row);
    output.print(isNew ? `${email} is suppressed.` : `${email} was suppressed before.`);
    return 0;
  },
};

export const releaseAddress: Command = {
  name: "mail release",
  usage: "mail release ADDRESS",
  argument,
  summary: "Send a suppressed address all emails again.",
  options: {},
  async run({ db }, { positional: email }, output) {
    if (await deleteSuppression(db, email)) {
      output.print(`${email} gets all emails again.`);
      return 0;
    }
    output.printError(`${email} is not suppressed.`);
    return 1;
  },
};
