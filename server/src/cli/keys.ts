import { forgetKeys } from "../platform/security/key-canaries.ts";
import type { Command } from "./command.ts";

export const acceptKeys: Command = {
  name: "keys accept",
  usage: "keys accept",
  summary: "Let the next start use other keys than before.",
  options: {},
  async run({ db }, _, output) {
    await forgetKeys(db);
    output.print("The next start accepts its SECRET_KEY and OPERATOR_KEY.");
    output.print("API secrets, codes and mails that were stored with another SECRET_KEY stay unreadable.");
    return 0;
  },
};
