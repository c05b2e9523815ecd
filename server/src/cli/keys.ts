import { recordOperatorEvent } from "../features/accounts/index.ts";
import { openEncryption } from "../platform/security/encryption.ts";
import { checkKeys, forgetKeys } from "../platform/security/key-canaries.ts";
import { countSealedByOthers, resealColumn } from "../platform/security/sealed-columns.ts";
import { sealedColumns } from "../sealed-values.ts";
import type { Command } from "./command.ts";

export const rotateKeys: Command = {
  name: "keys rotate",
  usage: "keys rotate",
  summary: "Encrypt stored secrets with the current SECRET_KEY.",
  options: {},
  async run(context, _, output) {
    const { config, db } = context;
    const encryption = await openEncryption(config);
    if (encryption.keyHeader === null) {
      output.printError("Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the old one first.");
      return 1;
    }
    await checkKeys(db, encryption, config);
    let [resealedTotal, unreadableTotal] = [0, 0];
    for (const column of sealedColumns) {
      const { resealed, unreadable } = await resealColumn(db, encryption, column);
      resealedTotal += resealed;
      unreadableTotal += unreadable;
      const failed = unreadable === 0 ? "" : `, ${unreadable} that no configured key opens`;
      output.print(`${column.table}: ${resealed} encrypted with the current key${failed}`);
    }
    if (resealedTotal > 0) {
      const detail = { values: resealedTotal };
      await recordOperatorEvent(context, db, { kind: "secret-key-rotated", detail });
    }
    let left = -unreadableTotal;
    for (const column of sealedColumns) left += await countSealedByOthers(db, encryption, column);
    if (unreadableTotal > 0)
      output.print(
        `${unreadableTotal} values were encrypted with a key that is not configured. They stay unreadable without it.`,
      );
    output.print(
      left <= 0
        ? `${unreadableTotal > 0 ? "Everything else" : "Everything"} is encrypted with the current key. Once every node uses this SECRET_KEY, run the command again and remove SECRET_KEY_PREVIOUS.`
        : `${left} values are not yet encrypted with the current key. Run the command again once every node uses this SECRET_KEY.`,
    );
    return left <= 0 && unreadableTotal === 0 ? 0 : 1;
  },
};

export const acceptKeys: Command = {
  name: "keys accept",
  usage: "keys accept",
  summary: "Let the next start use other keys than before.",
  options: {},
  async run(context, _, output) {
    await context.db.transaction().execute(async (tx) => {
      await forgetKeys(tx);
      await recordOperatorEvent(context, tx, { kind: "keys-accepted" });
    });
    output.print("The next start accepts its SECRET_KEY and OPERATOR_KEY.");
    output.print("API secrets, codes and mails that were stored with another SECRET_KEY stay unreadable.");
    return 0;
  },
};
