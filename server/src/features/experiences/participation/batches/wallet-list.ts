import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import { campaignLimits, campaignTexts } from "@wrapsody/shared/experiences/campaigns.ts";
import { addressErrors, listWalletLines } from "@wrapsody/shared/text/pasted-address.ts";
import { Failure } from "../../../../platform/failure.ts";
import { parseAddress } from "../../../chain/index.ts";

/** A wallet in lower case, and its line number from 1. */
export type WalletLine = { line: number; wallet: string };

/**
 * Parses a list of wallets, one per line; skips empty lines and a heading.
 *
 * @throws Failure E0007 with every invalid line, as `wallets.<line>`
 */
export function parseWalletList(list: string | readonly string[]): WalletLine[] {
  const filled = listWalletLines(list);
  if (filled.length === 0) throw invalidInput([{ field: "wallets", message: campaignTexts.noWallets }]);
  if (filled.length > campaignLimits.wallets) {
    const message = `Please enter at most ${campaignLimits.wallets} addresses at once.`;
    throw invalidInput([{ field: "wallets", message }]);
  }
  const wallets: WalletLine[] = [];
  const errors: FieldError[] = [];
  for (const { line, text } of filled) {
    const read = parseAddress(text);
    if (read.ok) wallets.push({ line, wallet: read.address });
    else errors.push({ field: `wallets.${line}`, message: addressErrors[read.problem] });
  }
  if (errors.length > 0) throw invalidInput(errors);
  return wallets;
}

/** @throws Failure E0005 with the lines whose wallet is on an earlier line */
export function assertDistinct(wallets: readonly WalletLine[]): void {
  const first = new Map<string, number>();
  const errors: FieldError[] = [];
  for (const { line, wallet } of wallets) {
    const earlier = first.get(wallet);
    if (earlier === undefined) first.set(wallet, line);
    else
      errors.push({ field: `wallets.${line}`, message: `This address stands on line ${earlier} already.` });
  }
  if (errors.length === 0) return;
  throw new Failure("E0005", { message: "Some addresses come more than once.", errors });
}

function invalidInput(errors: FieldError[]): Failure {
  return new Failure("E0007", { errors });
}
