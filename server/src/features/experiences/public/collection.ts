import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import type { getMyArt } from "@wrapsody/shared/experiences.ts";
import type { ListQuery } from "@wrapsody/shared/page.ts";
import type { Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { presentParticipant } from "./campaigns.ts";
import { listCollected } from "./collection.data.ts";

/** Lists the artworks of the session's account: from its own orders and in its linked wallets. */
export async function listCollection(
  { replica }: Context,
  session: Session,
  list: ListQuery,
): Promise<AnswerOf<typeof getMyArt>> {
  const { data, total } = await listCollected(replica, session.accountId, list);
  return { data: data.map(({ campaign, ...row }) => ({ ...presentParticipant(row), campaign })), total };
}
