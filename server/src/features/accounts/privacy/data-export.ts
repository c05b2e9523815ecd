import type { Device, Session } from "../../../platform/api/routing.ts";
import { pagedRows, StreamedJson } from "../../../platform/api/streamed-json.ts";
import type { Context } from "../../../platform/context.ts";
import type { Executor } from "../../../platform/database/database.ts";
import { Failure } from "../../../platform/failure.ts";
import { listKnownNetworks } from "../login/login-throttle.ts";
import type { Plans } from "../plans.ts";
import { readAppleMusicLink } from "../social/apple-music.data.ts";
import {
  listOwnEvents,
  listOwnKeys,
  listOwnSessions,
  listOwnSocialLogins,
  type OwnEvent,
  type OwnSession,
  readProfile,
} from "./data-export.data.ts";
import { recordEvent } from "./security-events.ts";

/**
 * What other features keep of an account, by the name under which it is handed to its owner; `features.ts` hands it in.
 * What may be many rows is answered as `Pages`.
 */
export type OwnData = Readonly<Record<string, (db: Executor, accountId: string) => unknown>>;

/** Everything that is kept about the user, by the part of the program that keeps it. @throws Failure E0003 for nobody */
export async function exportAccountData(
  context: Context,
  given: { plans: Plans; ownData: OwnData; session: Session; device: Device },
): Promise<StreamedJson> {
  const { db, clock } = context;
  const { accountId } = given.session;
  const accounts = await exportAccount(context, given.plans, accountId);
  const others = Object.entries(given.ownData).map(
    async ([name, read]) => [name, await read(db, accountId)] as const,
  );
  const parts = Object.fromEntries(await Promise.all(others));
  await recordEvent(context, db, { accountId, kind: "data-exported", device: given.device });
  return new StreamedJson({ exported_at: clock.now().toISOString(), accounts, ...parts });
}

/** Nothing that opens anything: what is kept of passwords, tokens and secrets stays here. */
async function exportAccount({ db, clock }: Context, plans: Plans, accountId: string): Promise<object> {
  const profile = await readProfile(db, accountId);
  if (profile === undefined) throw new Failure("E0003");
  return {
    profile,
    subscriptions: await plans.listSubscriptions(db, accountId, clock.now()),
    networks: await listOwnSocialLogins(db, accountId),
    apple_music: await readAppleMusicLink(db, accountId),
    api_keys: await listOwnKeys(db, accountId),
    familiar_networks: await listKnownNetworks(db, profile.email ?? ""),
    sessions: pagedRows<OwnSession>((limit, after) => listOwnSessions(db, accountId, { limit, after })),
    security_events: pagedRows<OwnEvent>((limit, after) => listOwnEvents(db, accountId, { limit, after })),
  };
}
