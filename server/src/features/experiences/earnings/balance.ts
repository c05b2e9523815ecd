import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { getBalance } from "@wrapsody/shared/payments/earnings.ts";
import type { Context } from "../../../platform/context.ts";
import { listStandings, type Standing } from "./balance.data.ts";
import { amountsOf, divideEntry, type MonthRange, parsePeriod } from "./earnings.ts";
import { addShares, multiplyShares, type Shares } from "./split.ts";

type Balance = AnswerOf<typeof getBalance>;
type Amounts = Balance["total"];

const names = { COLLECTED: "collected", PENDING: "pending", PAID: "paid" } as const satisfies Record<
  Standing,
  string
>;
const nothing: Shares = { shares: [], rest: 0 };

/**
 * Returns where the net of an account's experiences is, in all and by owner; by default of the last twelve months.
 *
 * @throws Failure E0007 if `to` is before `from`, or more than five years after it
 */
export async function readBalance(
  { db, clock }: Context,
  accountId: string,
  range: MonthRange,
): Promise<Balance> {
  const total: Amounts = { collected: 0, pending: 0, paid: 0 };
  const shares = { COLLECTED: nothing, PENDING: nothing, PAID: nothing };
  for (const group of await listStandings(db, accountId, parsePeriod(clock.now(), range))) {
    const { standing, orders } = group;
    total[names[standing]] += amountsOf(group).net * orders;
    shares[standing] = addShares(shares[standing], multiplyShares(divideEntry(group), orders));
  }
  const rest = { collected: shares.COLLECTED.rest, pending: shares.PENDING.rest, paid: shares.PAID.rest };
  return { total, owners: joinOwners(shares), rest };
}

/** Joins the shares of owners by name and address, in the order in which they first appear. */
function joinOwners(shares: Record<Standing, Shares>): Balance["owners"] {
  const owners = new Map<string, Balance["owners"][number]>();
  for (const standing of ["COLLECTED", "PENDING", "PAID"] as const) {
    const seen = new Map<string, number>();
    for (const { name, email = null, share } of shares[standing].shares) {
      const owner = JSON.stringify([name, email?.toLowerCase() ?? null]);
      // Two owners of a wrap may have the same name.
      const place = (seen.get(owner) ?? 0) + 1;
      seen.set(owner, place);
      const key = `${place} ${owner}`;
      const known = owners.get(key) ?? { name, email, collected: 0, pending: 0, paid: 0 };
      owners.set(key, { ...known, [names[standing]]: share });
    }
  }
  return [...owners.values()];
}
