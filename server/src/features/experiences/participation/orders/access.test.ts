import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import { type FanApi, openFanApi } from "../../../../testing/fixtures/taking-part.ts";

let api: FanApi;
let publisher: Publisher;
let song: number;
let fan: Person;
beforeAll(async () => {
  api = await openFanApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
  fan = await api.join();
});
afterAll(() => api.close());

const [wallet = "", other = ""] = wallets(2, 5_000);
const readAccess = async (id: number | string, person?: Person) =>
  (await api.getAccess(id, person)).json.body;
const closed = { is_public_mintable: "false" };

async function link(address: string, { id }: Person): Promise<void> {
  await sql`
    insert into wallet (address, account_id, linked_at) values (${address}, ${id}, ${api.context.clock.now()})
    on conflict (address, network) do update set account_id = excluded.account_id`.execute(api.context.db);
}

/** Adds a reward level that opens an experience. */
async function addLevel(campaign: number, points: number): Promise<number> {
  const { json } = await api.call("POST", `song/${song}/reward`, {
    ...bearer(publisher.token),
    payload: {
      name: `Backstage ${points}`,
      reward_type: "DAPP_ACCESS",
      alt_id: campaign,
      description: "Come in.",
      reward_points_earned: points,
    },
  });
  return json.body.id;
}

async function claim(reward: number, { id }: Person, state = "REQUESTED"): Promise<void> {
  const now = api.context.clock.now();
  await sql`
    insert into reward_claim (reward_id, song_id, account_id, points, state, created_at, changed_at)
    values (${reward}, ${song}, ${id}, 5, ${state}, ${now}, ${now})
    on conflict (reward_id, account_id) do update set state = excluded.state`.execute(api.context.db);
}

describe("access to an experience", () => {
  it("is open to every logged-in user while a public experience is active and not sold out", async () => {
    const id = await api.addActiveCampaign(publisher, song, { max_nfts: "2" }, grid(2, 2));
    expect(await readAccess(id)).toEqual({
      access: "NEEDS_LOGIN",
      places_left: 2,
      has_codes: false,
      level: null,
    });
    const { campaign } = await api.getOwnCampaign(publisher, id);
    expect(await readAccess(campaign.pretty_id, fan)).toEqual({
      access: "OPEN",
      places_left: 2,
      has_codes: false,
      level: null,
    });
    await api.mintToWallets(publisher, id, { wallets: wallets(1) });
    const proof = await api.reserve(fan, id, wallet);
    const stranger = await api.join();
    for (const person of [undefined, stranger]) {
      expect(await readAccess(id, person)).toMatchObject({ access: "SOLD_OUT", places_left: 0 });
    }
    expect(await readAccess(id, fan)).toMatchObject({ access: "OPEN", places_left: 0 });
    await api.confirmOrder(proof);
    expect(await readAccess(id, fan)).toMatchObject({ access: "SOLD_OUT" });
  });

  it("is closed before and after that, and reveals nothing that is not public", async () => {
    const draft = await api.createCampaign(publisher, song);
    expect(await readAccess(draft, fan)).toMatchObject({ access: "NOT_ACTIVE" });
    const id = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    await api.call("PATCH", `drop/${id}/close`, bearer(publisher.token));
    expect(await readAccess(id, fan)).toMatchObject({ access: "NOT_ACTIVE" });
    expect((await api.createOrder(fan, id, wallet)).json.code).toBe("E0032");
    await api.call("DELETE", `drop/${id}`, bearer(publisher.token));
    for (const reference of [id, "not-there", 999_999]) {
      expect((await api.getAccess(reference, fan)).status).toBe(404);
    }
  });

  it("is closed if it has a price and payments are disabled; a free one stays open", async () => {
    const priced = await api.addActiveCampaign(
      publisher,
      song,
      { cost_per_nft: "12", max_nfts: "3" },
      grid(2, 2),
    );
    const free = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    const holder = await api.join();
    await api.createOrder(holder, priced, wallet);
    expect(await readAccess(priced, fan)).toMatchObject({ access: "OPEN", places_left: 2 });
    const { config } = api.context;
    const { payments } = config;
    config.payments = { stripe: undefined, sandbox: false };
    try {
      for (const person of [undefined, fan, holder])
        expect(await readAccess(priced, person)).toMatchObject({ access: "NO_PAYMENTS", places_left: 2 });
      expect(await readAccess(free, fan)).toMatchObject({ access: "OPEN" });
      expect((await api.createOrder(fan, priced, other)).json.code).toBe("E0038");
    } finally {
      config.payments = payments;
    }
    expect(await readAccess(priced, fan)).toMatchObject({ access: "OPEN", places_left: 2 });
  });

  it("has no number of spots if there is no limit", async () => {
    const id = await api.addActiveCampaign(publisher, song, { type: "FIXED_IMAGE" });
    expect(await readAccess(id)).toMatchObject({ places_left: null });
  });

  it("is granted to wallets on the publisher's list once they are linked", async () => {
    const id = await api.addActiveCampaign(publisher, song, closed, grid(3, 3));
    await api.mintToWallets(publisher, id, { wallets: [other] });
    const guest = await api.join();
    expect(await readAccess(id, guest)).toMatchObject({ access: "NEEDS_INVITATION" });
    expect((await api.createOrder(guest, id, wallet)).json.code).toBe("E0034");
    await link(other, guest);
    expect(await readAccess(id, guest)).toMatchObject({ access: "OPEN" });
    expect((await api.createOrder(guest, id, wallet)).status).toBe(200);
    // Naming a wallet proves nothing: it has to be verified.
    expect((await api.createOrder(await api.join(), id, other)).json.code).toBe("E0034");
    await link(wallet, fan);
    expect(await readAccess(id, fan)).toMatchObject({ access: "NEEDS_INVITATION" });
  });

  it("is granted by a claimed reward that opens it; others see the level and their points", async () => {
    const id = await api.addActiveCampaign(publisher, song, closed, grid(3, 3));
    expect(await readAccess(id)).toMatchObject({ access: "NEEDS_LOGIN", level: null });
    await addLevel(id, 80);
    const level = await addLevel(id, 30);
    const holder = await api.join();
    await sql`insert into point_balance (account_id, song_id, points) values (${holder.id}, ${song}, 12)`.execute(
      api.context.db,
    );
    const expected = { id: level, name: "Backstage 30", needs: 30 };
    expect((await readAccess(id)).level).toEqual({ ...expected, has: 0 });
    expect(await readAccess(id, holder)).toMatchObject({
      access: "NEEDS_INVITATION",
      level: { ...expected, has: 12 },
    });
    await claim(level, holder);
    expect(await readAccess(id, holder)).toMatchObject({ access: "OPEN" });
    expect((await api.createOrder(holder, id, wallet)).status).toBe(200);
    await claim(level, fan, "REJECTED");
    expect((await api.createOrder(fan, id, wallet)).json.code).toBe("E0034");
  });

  it("is granted to the wrap's publisher, who earns no points", async () => {
    const id = await api.addActiveCampaign(publisher, song, { ...closed, reward_points: "7" }, grid(3, 3));
    expect(await readAccess(id, publisher)).toMatchObject({ access: "OPEN" });
    const { json } = await api.confirmOrder(await api.reserve(publisher, id, wallet));
    expect([json.body.order.points_earned, await api.getPoints(publisher, song)]).toEqual([0, 0]);
    const otherPublisher = await api.addPublisher({ name: "Other Publisher" });
    expect(await readAccess(id, otherPublisher)).toMatchObject({ access: "NEEDS_INVITATION" });
  });
});
