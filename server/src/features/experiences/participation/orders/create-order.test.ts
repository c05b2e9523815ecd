import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person, password } from "../../../../testing/fixtures/people.ts";
import { type FanApi, openFanApi, proofIn } from "../../../../testing/fixtures/taking-part.ts";

let api: FanApi;
let publisher: Publisher;
let song: number;
let fan: Person;
let crowd: Person[];
beforeAll(async () => {
  api = await openFanApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
  fan = await api.join();
  crowd = await Promise.all(Array.from({ length: 70 }, () => api.join()));
});
afterAll(() => api.close());

const [wallet = "", second = "", third = "", fourth = ""] = wallets(4, 9_000);
const wrong = { status: 400, json: { code: "E0035", message: "Could not validate your order..." } };

/** Counts an account's points entries for participating. */
async function entries(person: Person): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select count(*) as entries from point_entry where account_id = ${person.id} and kind = 'PARTICIPATION'`.execute(
    api.context.db,
  );
  return rows[0]?.entries ?? 0;
}

describe("a fan in a free experience", () => {
  it("reserves a spot for half an hour, and confirms it for an artwork and its points", async () => {
    const id = await api.addActiveCampaign(publisher, song, { reward_points: "4" }, grid(3, 3));
    const listener = await api.join();
    const mixed = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const { status, json } = await api.createOrder(listener, id, ` “ethereum:${mixed}@59144”, `);
    expect(status).toBe(200);
    const address = new URL(json.body.redirect);
    const { campaign } = await api.getOwnCampaign(publisher, id);
    expect(address.origin + address.pathname).toBe(
      `${api.context.publicUrl}/experiences/${campaign.pretty_id}/participate`,
    );
    expect(address.searchParams.get("n")).toBe(String(id));
    const [order] = await api.listOrders(id);
    const until = new Date(api.context.clock.now().getTime() + 30 * 60_000).toISOString();
    expect(order).toMatchObject({ state: "RESERVED", wallet: mixed.toLowerCase(), expires_at: until });
    expect(await api.countSpots(id)).toEqual({ taken: 1, reserved: 1, participants: 0 });

    const proof = proofIn(json.body.redirect);
    expect(proof.orderId).toBe(order?.exposed_id);
    const confirmed = await api.confirmOrder(proof);
    expect(confirmed.json.body).toMatchObject({
      order: {
        exposed_id: proof.orderId,
        total: 0,
        points_earned: 4,
        wallet_address: mixed.toLowerCase(),
        song_campaign_id: id,
        completed_at: api.context.clock.now().toISOString(),
      },
      participant: { name: "Tide Tables No. 1", owner_wallet_address: mixed.toLowerCase(), image: null },
    });
    expect(await api.getPoints(listener, song)).toBe(4);
    api.context.clock.move(3_600);
    expect((await api.confirmOrder(proof)).json).toEqual(confirmed.json);
    expect(await api.countSpots(id)).toEqual({ taken: 1, reserved: 1, participants: 1 });
    expect([await api.getPoints(listener, song), await entries(listener)]).toEqual([4, 1]);
    const art = (await api.call("GET", "my/art", bearer(listener.token))).json.body.data;
    expect(art).toMatchObject([{ name: "Tide Tables No. 1", campaign: { id } }]);
  });

  it("confirms it once, from any number of tabs and devices concurrently", { retry: 0 }, async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(3, 3));
    const listener = await api.join();
    const proof = await api.reserve(listener, id, wallet);
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.confirmOrder(proof)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ json }) => json.body.participant.id)).size).toBe(1);
    expect([(await api.listParticipants(id)).length, await entries(listener)]).toEqual([1, 1]);
  });

  it("gets the same error for every wrong code and order, which reveals nothing", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    const proof = await api.reserve(fan, id, wallet);
    const other = await api.reserve(await api.join(), id, second);
    await api.mintToWallets(publisher, id, { wallets: [third] });
    const [, , listed] = await api.listOrders(id);
    for (const input of [
      { ...proof, code: other.code },
      { ...proof, code: `${proof.code}x` },
      { ...proof, orderId: "unknown" },
      { orderId: listed?.exposed_id ?? "", code: proof.code },
    ]) {
      expect(await api.confirmOrder(input)).toMatchObject(wrong);
      expect((await api.listPhotoSlots(input)).json.code).toBe("E0035");
    }
    const { json } = await api.call("POST", "payment/confirm", { payload: { orderId: "x" } });
    expect(json.errors).toMatchObject([{ field: "code" }]);
    expect((await api.listOrders(id)).map(({ state }) => state)).toEqual([
      "RESERVED",
      "RESERVED",
      "FULFILLED",
    ]);
    expect(JSON.stringify(await api.listOrders(id))).not.toContain(proof.code);
  });

  it("needs a session, a wallet, and an existing, active experience", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    expect((await api.createOrder(undefined, id, wallet)).json.code).toBe("E0002");
    const { json: missing } = await api.call("POST", `payment/${id}`, { ...bearer(fan.token), payload: {} });
    const text = "Campaign not found or you forgot to input your wallet.";
    expect(missing.errors).toEqual([{ field: "wallet", message: text }]);
    for (const reference of [999_999, "not-there"]) {
      const { status, json } = await api.createOrder(fan, reference, wallet);
      expect([status, json.message]).toEqual([404, text]);
    }
    const field = "wallet";
    for (const [input, message] of [
      ["0x1234", "Enter a wallet address: 0x followed by 40 hexadecimal characters."],
      ["vitalik.eth", "Names aren’t looked up. Enter the address that the name stands for."],
      ["0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "This address has a typo: its checksum doesn’t match."],
      [`0x${"0".repeat(40)}`, "This is the zero address (0x000…), which nobody owns."],
    ] as const) {
      const { json } = await api.createOrder(fan, id, input);
      expect(json).toMatchObject({ code: "E0007", errors: [{ field, message }] });
    }
    const many = await api.call("POST", `payment/${id}`, {
      ...bearer(fan.token),
      payload: { wallet, qty: 2 },
    });
    expect(many.json.errors).toMatchObject([{ field: "qty" }]);
    const draft = await api.createCampaign(publisher, song);
    expect((await api.createOrder(fan, draft, wallet)).json.code).toBe("E0032");
    expect(await api.listOrders(id)).toEqual([]);
  });

  it("gets the same unfinished spot again, from two concurrent tabs and with or without a key", {
    retry: 0,
  }, async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(3, 3));
    const headers = { "idempotency-key": randomUUID() };
    const createOrder = (input = {}) => api.createOrder(fan, id, wallet, input);
    const answers = await Promise.all([
      createOrder(),
      createOrder(headers),
      createOrder(),
      createOrder(headers),
    ]);
    const places = answers.map(({ json }) => json.body.redirect);
    expect(new Set(places).size).toBe(1);
    expect(await api.countSpots(id)).toMatchObject({ taken: 1, reserved: 1 });
    expect((await api.createOrder(fan, id, second, headers)).json.code).toBe("E0029");
    await api.confirmOrder(proofIn(places[0]));
    expect((await createOrder(headers)).json.body.redirect).toBe(places[0]);
    const further = (await createOrder()).json.body.redirect;
    expect(further).not.toBe(places[0]);
    await api.confirmOrder(proofIn(further));
    const participants = await api.listParticipants(id);
    expect(participants.map(({ owner_wallet_address }) => owner_wallet_address)).toEqual([wallet, wallet]);
  });

  it("holds at most three unfinished spots", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(3, 3));
    const proofs = [];
    for (const address of [wallet, second, third]) proofs.push(await api.reserve(fan, id, address));
    const refused = await Promise.all([fourth, fourth].map((address) => api.createOrder(fan, id, address)));
    expect(refused.map(({ status, json }) => [status, json.code])).toEqual(Array(2).fill([409, "E0045"]));
    expect(await api.countSpots(id)).toMatchObject({ taken: 3 });
    const [first] = proofs;
    if (first !== undefined) await api.confirmOrder(first);
    expect((await api.createOrder(fan, id, fourth)).status).toBe(200);
  });

  it("loses the spot when it expires, and participates again by the same call", async () => {
    const id = await api.addActiveCampaign(publisher, song, { max_nfts: "1" }, grid(2, 2));
    const headers = { "idempotency-key": randomUUID() };
    const first = proofIn((await api.createOrder(fan, id, wallet, headers)).json.body.redirect);
    api.context.clock.move(30 * 60);
    expect((await api.confirmOrder(first)).json).toMatchObject({
      code: "E0040",
      message: "Your reservation expired. Please join again.",
    });
    expect(await api.countSpots(id)).toEqual({ taken: 0, reserved: 0, participants: 0 });
    const repeated = proofIn((await api.createOrder(fan, id, wallet, headers)).json.body.redirect);
    expect(repeated.orderId).not.toBe(first.orderId);
    api.context.clock.move(30 * 60);
    // The reservation has expired, and the spot is not released yet.
    const last = await api.reserve(fan, id, wallet);
    expect((await api.confirmOrder(repeated)).json.code).toBe("E0040");
    expect((await api.confirmOrder(last)).status).toBe(200);
    expect(await api.countSpots(id)).toEqual({ taken: 1, reserved: 1, participants: 1 });
  });

  it("keeps the spot when the experience closes, but not when it is deleted", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    const [first, late] = [await api.reserve(fan, id, wallet), await api.reserve(fan, id, second)];
    await api.call("PATCH", `drop/${id}/close`, bearer(publisher.token));
    expect((await api.confirmOrder(first)).status).toBe(200);
    await api.call("DELETE", `drop/${id}`, bearer(publisher.token));
    const { status, json } = await api.confirmOrder(late);
    const text = "Could not find the campaign for this order. Please contact support.";
    expect([status, json.message]).toEqual([404, text]);
    expect((await api.confirmOrder(first)).status).toBe(200);
  });

  it("finds the orders in the account's data export, without a code", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    const listener = await api.join();
    const proof = await api.reserve(listener, id, wallet);
    const { json } = await api.call("GET", "my/data", bearer(listener.token));
    expect(json.body.experiences.orders).toMatchObject([
      {
        order: proof.orderId,
        campaign_id: id,
        wallet_address: wallet,
        state: "RESERVED",
        photos: 0,
      },
    ]);
    expect(JSON.stringify(json)).not.toContain(proof.code);
    const { rows } = await sql<{ hash: string }>`
      select encode(code_hash, 'hex') as hash from participation where campaign_id = ${id}`.execute(
      api.context.db,
    );
    expect(JSON.stringify(json)).not.toContain(rows[0]?.hash);
  });

  it("cannot confirm after the account was deleted, which ends its orders", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    const leaving = await api.join();
    const proof = await api.reserve(leaving, id, wallet);
    await api.call("DELETE", "me", { ...bearer(leaving.token), payload: { password } });
    expect((await api.confirmOrder(proof)).json.code).toBe("E0040");
    expect(await api.listOrders(id)).toMatchObject([{ account_id: null, state: "EXPIRED" }]);
    expect((await api.countSpots(id)).taken).toBe(0);
  });

  it("either confirms or is ended while the account is being deleted", async () => {
    const id = await api.addActiveCampaign(publisher, song, { reward_points: "2" }, grid(3, 3));
    for (let round = 0; round < 5; round += 1) {
      const leaving = await api.join();
      const proof = await api.reserve(leaving, id, wallet);
      const [confirmed, deleted, repeated] = await Promise.all([
        api.confirmOrder(proof),
        api.call("DELETE", "me", { ...bearer(leaving.token), payload: { password } }),
        api.confirmOrder(proof),
      ]);
      expect(deleted.status).toBe(200);
      const states = (await api.listOrders(id)).map(({ state }) => state);
      const isFulfilled = states.at(-1) === "FULFILLED";
      for (const { json } of [confirmed, repeated]) expect(json.success || json.code === "E0040").toBe(true);
      expect([confirmed.json.success || repeated.json.success, states.at(-1)]).toEqual([
        isFulfilled,
        isFulfilled ? "FULFILLED" : "EXPIRED",
      ]);
    }
    const fulfilled = (await api.listOrders(id)).filter(({ state }) => state === "FULFILLED").length;
    expect(await api.countSpots(id)).toEqual({
      taken: fulfilled,
      reserved: fulfilled,
      participants: fulfilled,
    });
  });

  it("gets sold out if no combinations are left, and the spot is released", async () => {
    const id = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    const proof = await api.reserve(fan, id, wallet);
    await sql`update component set max_permitted = 1, drawn = 1 where campaign_id = ${id}`.execute(
      api.context.db,
    );
    for (let time = 0; time < 2; time += 1) {
      expect((await api.confirmOrder(proof)).json).toMatchObject({ code: "E0033" });
    }
    expect(await api.countSpots(id)).toEqual({ taken: 0, reserved: 0, participants: 0 });
    expect((await api.getOwnCampaign(publisher, id)).campaign.stage).toBe("COMPLETED");
  });
});

describe("spots", () => {
  it("are never oversold: 80 concurrent orders for 20", { retry: 0 }, async () => {
    const id = await api.addActiveCampaign(publisher, song, { max_nfts: "20" }, grid(6, 6));
    const takers = wallets(80, 20_000).map((address, at) => {
      const person = crowd[at % crowd.length] ?? fan;
      return async () => {
        const { status, json } = await api.createOrder(person, id, address);
        return status === 200 ? api.confirmOrder(proofIn(json.body.redirect)) : { status, json };
      };
    });
    const answers = await Promise.all(takers.map((taker) => taker()));
    expect(answers.filter(({ status }) => status === 200).length).toBe(20);
    // Sold out, or completed by the last order.
    const codes = answers.flatMap(({ json }) => json.code ?? []);
    expect(codes.filter((code) => code !== "E0033" && code !== "E0032")).toEqual([]);
    expect(await api.countSpots(id)).toEqual({ taken: 20, reserved: 20, participants: 20 });
    const participants = await api.listParticipants(id);
    expect([participants.length, new Set(participants.map(({ signature }) => signature)).size]).toEqual([
      20, 20,
    ]);
    expect((await api.getOwnCampaign(publisher, id)).campaign.stage).toBe("COMPLETED");
  });

  it("match the reservations after any sequence of operations", { retry: 0 }, async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("take"), who: fc.nat(9), wallet: fc.nat(3) }),
      fc.record({ kind: fc.constant("confirm"), who: fc.nat(30), wallet: fc.constant(0) }),
      fc.record({ kind: fc.constant("wait"), who: fc.constant(0), wallet: fc.constant(0) }),
      fc.record({ kind: fc.constant("list"), who: fc.constant(0), wallet: fc.nat(3) }),
      fc.record({ kind: fc.constant("expire"), who: fc.constant(0), wallet: fc.constant(0) }),
    );
    const ownWallets = wallets(4, 40_000);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const id = await api.addActiveCampaign(publisher, song, { max_nfts: "5" }, grid(3, 3));
        const proofs: string[] = [];
        const runStep = async ({ kind, who: person, wallet: at }: (typeof steps)[number]) => {
          const address = ownWallets[at] ?? wallet;
          if (kind === "take") {
            const { json } = await api.createOrder(crowd[person] ?? fan, id, address);
            if (json.body?.redirect !== undefined) proofs.push(json.body.redirect);
          }
          const proof = proofs[person];
          if (kind === "confirm" && proof !== undefined) await api.confirmOrder(proofIn(proof));
          if (kind === "wait") api.context.clock.move(11 * 60);
          if (kind === "list") await api.mintToWallets(publisher, id, { wallets: [address] });
          if (kind === "expire") await api.runJob("expire-places", {});
        };
        for (let at = 0; at < steps.length; at += 3) await Promise.all(steps.slice(at, at + 3).map(runStep));
        const { taken, reserved, participants } = await api.countSpots(id);
        expect(taken).toBe(reserved);
        expect(taken).toBeLessThanOrEqual(5);
        expect(participants).toBeLessThanOrEqual(taken);
      }),
      { numRuns: 12 },
    );
  });
});
