import type { Billing } from "./billing.ts";
import { type Account, newId, type Parameters } from "./objects.ts";
import { StripeError } from "./parameters.ts";

/** Connected accounts, which receive the publishers' shares. */
export function openAccounts({ accounts }: Billing) {
  return {
    createAccount(params: Parameters["createAccount"]): string {
      const id = newId("acct");
      accounts.set(id, { transfers: "inactive", metadata: params.metadata ?? {} });
      return id;
    },

    account(id: string): Account {
      const found = accounts.get(id);
      if (found === undefined)
        throw new StripeError({ code: "account_invalid", message: `There is no account ${id}.` }, 403);
      return found;
    },
  };
}
