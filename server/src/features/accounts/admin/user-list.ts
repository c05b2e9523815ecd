import type { getUsers, ListedUser } from "@wrapsody/shared/accounts/account-admin.ts";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { ListQuery } from "@wrapsody/shared/api/page.ts";
import * as z from "zod";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure, notFound } from "../../../platform/failure.ts";
import { accountPorts } from "../ports.ts";
import { type ListedRow, listAccounts, readAccount } from "./user-list.data.ts";

/**
 * Lists users.
 *
 * @throws Failure E0007 for an operator other than ~~ on `text`
 */
export async function listUsers(context: Context, list: ListQuery): Promise<AnswerOf<typeof getUsers>> {
  if (list.filters.some(({ key, operator }) => key === "text" && operator !== "~~"))
    throw new Failure("E0007", { errors: [{ field: "text", message: "text is only searched by ~~." }] });
  const { data, total } = await listAccounts(context.db, list);
  return { data: await toListedUsers(context, context.db, data), total };
}

/**
 * Returns a user as administrators see them.
 *
 * @throws Failure E0001 for an unknown user
 */
export async function getListedUser(context: Context, db: Executor, id: string): Promise<ListedUser> {
  const row = z.guid().safeParse(id).success ? await readAccount(db, id) : undefined;
  const [user] = row === undefined ? [] : await toListedUsers(context, db, [row]);
  if (user === undefined) throw notFound();
  return user;
}

async function toListedUsers(
  { clock }: Context,
  db: Executor,
  rows: readonly ListedRow[],
): Promise<ListedUser[]> {
  const ids = rows.map(({ id }) => id);
  const current = await accountPorts().subscriptions.listCurrentPlans(db, ids, clock.now());
  const holdings = await accountPorts().catalogue.countArtistsAndSongs(db, ids);
  return rows.map((row) => {
    const { plan = "FREE" as const, expires_at = null } = current.get(row.id) ?? {};
    const { artists = 0, songs = 0 } = holdings.get(row.id) ?? {};
    return { ...row, plan, plan_expires_at: expires_at, artists, songs };
  });
}
