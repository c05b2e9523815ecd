import { planEntitlements } from "@wrapsody/shared/payments/plan-entitlements.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makePremium, openPeople, type People } from "../../../testing/fixtures/people.ts";
import { addSong } from "../../../testing/fixtures/songs.ts";
import { findListenInterval } from "./award-points.ts";
import { lockBalance } from "./ledger.data.ts";
import { addEntry } from "./ledger.ts";
import { listPointBalances } from "./point-history.ts";

let people: People;
const { listenIntervalSeconds } = planEntitlements.PREMIUM;

beforeAll(async () => {
  planEntitlements.PREMIUM.listenIntervalSeconds = 43_200;
  people = await openPeople();
});
afterAll(async () => {
  planEntitlements.PREMIUM.listenIntervalSeconds = listenIntervalSeconds;
  await people.close();
});

it("applies the interval of the listener's plan", async () => {
  const { context } = people;
  const now = context.clock.now();
  const songId = await addSong(context.db);
  const [fan, premiumFan] = [await people.join(), await people.join()];
  await makePremium(people, premiumFan);
  const expected = [
    { person: fan, seconds: 86_400 },
    { person: premiumFan, seconds: 43_200 },
  ];
  for (const { person, seconds } of expected) {
    expect(await findListenInterval(context.db, person.id, now)).toBe(seconds);
    const entry = { accountId: person.id, songId, key: "listen 1", kind: "LISTEN", points: 1, now } as const;
    await context.db.transaction().execute(async (tx) => {
      await lockBalance(tx, entry);
      await addEntry(tx, entry);
    });
    const { data } = await listPointBalances(context, {
      accountId: person.id,
      list: { filters: [], limit: 10, offset: 0, sortKey: "created_at", sortDir: "DESC" },
    });
    expect(data[0]?.next_award_at).toBe(new Date(now.getTime() + seconds * 1000).toISOString());
  }
});
