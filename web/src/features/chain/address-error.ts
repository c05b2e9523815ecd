import { addressErrors } from "@wrapsody/shared/text/pasted-address.ts";
import type { TFunction } from "i18next";

const problems = new Map<string, string>(
  Object.entries(addressErrors).map(([problem, message]) => [message, problem]),
);

/** Translates a message about the address of a wallet; undefined for others. The texts of `wallets` have to be loaded. */
export function addressErrorText(t: TFunction, message: string | undefined): string | undefined {
  const problem = problems.get(message ?? "");
  return problem === undefined ? undefined : t(`wallets.problem.${problem}`);
}
