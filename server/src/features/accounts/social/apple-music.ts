import { appleMusicSlug } from "@wrapsody/shared/accounts/social-login.ts";
import type { Device, Session } from "../../../platform/api/routing.ts";
import type { Context } from "../../../platform/context.ts";
import { Failure } from "../../../platform/failure.ts";
import { recordEvent } from "../privacy/security-events.ts";
import { lockUser } from "../users/users.data.ts";
import { writeAppleMusicLink } from "./apple-music.data.ts";

const purpose = "apple-music-token";

/**
 * Links Apple Music to the account, or replaces the link.
 *
 * @throws Failure E0016 for another service or if Apple is not configured, E0003 if the account has just been
 * deleted
 */
export async function linkAppleMusic(
  context: Context,
  { slug, token, session, device }: { slug: string; token: string; session: Session; device: Device },
): Promise<void> {
  const { config, encryption, clock } = context;
  const offered = config.social.apple !== undefined || !config.production;
  if (slug.toLowerCase() !== appleMusicSlug || !offered) throw new Failure("E0016");
  const { accountId } = session;
  const link = {
    accountId,
    tokenSealed: encryption.encrypt(purpose, token),
    tokenMark: encryption.hmac(purpose, token),
    now: clock.now(),
  };
  await context.db.transaction().execute(async (tx) => {
    if ((await lockUser(tx, accountId)) === undefined) throw new Failure("E0003");
    if (!(await writeAppleMusicLink(tx, link))) return;
    const detail = { service: "APPLE_MUSIC" };
    await recordEvent(context, tx, { accountId, kind: "network-linked", device, detail });
  });
}
