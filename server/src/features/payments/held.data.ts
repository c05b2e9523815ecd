import { type Executor, sql } from "../../platform/database.ts";

/**
 * Holds what an account has paid for or could still pay for, until the transaction ends. Whoever deletes the account does this first:
 * who writes down that something was paid holds the payment and then the account, so the other way round both would wait for each other.
 */
export async function holdPayments(tx: Executor, accountId: string): Promise<void> {
  await sql`select from payment where account_id = ${accountId} order by id for update`.execute(tx);
}
