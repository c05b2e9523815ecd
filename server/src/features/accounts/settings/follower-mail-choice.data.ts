import type { FollowerMailChoice } from "@wrapsody/shared/accounts/mail-topics.ts";
import { type Executor, sql } from "../../../platform/database/database.ts";

export async function readChoice(db: Executor, accountId: string): Promise<FollowerMailChoice> {
  const { rows } = await sql<{ choice: FollowerMailChoice }>`
    select choice from follower_mail_choice where account_id = ${accountId}`.execute(db);
  return rows[0]?.choice ?? "NONE";
}

export async function writeChoice(
  tx: Executor,
  { accountId, choice, now }: { accountId: string; choice: "EVERY" | "WEEKLY"; now: Date },
): Promise<void> {
  await sql`
    insert into follower_mail_choice (account_id, choice, chosen_at) values (${accountId}, ${choice}, ${now})
    on conflict (account_id) do update set choice = excluded.choice, chosen_at = excluded.chosen_at
      where follower_mail_choice.choice <> excluded.choice`.execute(tx);
}

export async function deleteChoice(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from follower_mail_choice where account_id = ${accountId}`.execute(tx);
}

/** Returns the choice for the data export; empty without one. */
export async function listOwnChoice(db: Executor, accountId: string) {
  const { rows } = await sql<{ choice: string; chosen_at: string }>`
    select choice, chosen_at from follower_mail_choice where account_id = ${accountId}`.execute(db);
  return rows;
}
