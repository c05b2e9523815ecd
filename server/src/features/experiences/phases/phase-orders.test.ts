import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { grid, wallets } from "../../../testing/chain/minting.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import type { Person } from "../../../testing/fixtures/people.ts";
import { openPhaseApi, type PhaseApi, type PhaseForm } from "../../../testing/fixtures/phases.ts";
import { participationOrderHandler } from "../participation/orders/apply-event.ts";

let api: PhaseApi;
let publisher: Publisher;
let song: number;
let fan: Person;
beforeAll(async () => {
  api = await openPhaseApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
  fan = await api.join();
});
afterAll(() => api.close());

const [wallet = "", second = ""] = wallets(2, 13_000);

async function openPhases(phases: readonly PhaseForm[], form: Record<string, string> = {}) {
  const id = await api.addActiveCampaign(publisher, song, form, grid(4, 4));
  const { status, json } = await api.putPhases(publisher, id, phases);
  expect([status, json.errors]).toEqual([200, undefined]);
  return { id, phases: json.body.phases as { id: number }[] };
}
const accessOf = async (id: number, person?: Person) => (await api.getAccess(id, person)).json.body;
const code = async (id: number, person: Person, to = wallet) =>
  (await api.createOrder(person, id, to)).json.code;
const taken = async (id: number) =>
  ((await api.getPhases(publisher, id)).phases as { taken: number }[]).map((phase) => phase.taken);

describe("an order in a phase", () => {
  it("is refused before, between and after phases, and costs what the current one does", async () => {
    const { id } = await openPhases([
      { from: 10, to: 20, price: 3 },
      { from: 30, to: 40, price: 4 },
    ]);
    const later = await api.join();
    expect([await code(id, fan), (await accessOf(id, fan)).access]).toEqual(["E0032", "NO_PHASE"]);
    api.context.clock.move(15 * 60);
    await api.createOrder(fan, id, wallet);
    api.context.clock.move(10 * 60);
    expect(await code(id, later)).toBe("E0032");
    // A spot that was reserved before the end keeps its half an hour, its price and its phase.
    expect((await api.createOrder(fan, id, wallet)).status).toBe(200);
    expect((await accessOf(id, fan)).access).toBe("OPEN");
    api.context.clock.move(10 * 60);
    await api.createOrder(later, id, second);
    expect(await api.listOrders(id)).toMatchObject([{ total_cents: 300 }, { total_cents: 400 }]);
    expect(await taken(id)).toEqual([1, 1]);
    api.context.clock.move(60 * 60);
    expect([await code(id, later), (await accessOf(id)).access]).toEqual(["E0032", "NO_PHASE"]);
  });

  it("takes a spot of the phase and of the experience, and returns both when it expires", async () => {
    const { id } = await openPhases([{ spots: 1, to: 90 }, { from: 90 }], { max_nfts: "2" });
    const other = await api.join();
    await api.reserve(fan, id, wallet);
    expect(await code(id, other)).toBe("E0033");
    expect(await accessOf(id, other)).toMatchObject({ access: "SOLD_OUT", places_left: 0 });
    expect(await api.getCampaign(id)).toMatchObject({
      places_left: 0,
      phases: [{ spots_left: 0 }, { spots_left: 1 }],
    });
    api.context.clock.move(31 * 60);
    await api.runJob("expire-places", {});
    expect([await taken(id), (await api.countSpots(id)).taken]).toEqual([[0, 0], 0]);
    const proof = await api.reserve(other, id, wallet);
    expect((await api.confirmOrder(proof)).status).toBe(200);
    expect([await taken(id), (await api.countSpots(id)).taken]).toEqual([[1, 0], 1]);
  });

  it("that is paid late gets no spot that its phase no longer has", async () => {
    const { id } = await openPhases([{ spots: 1, price: 2 }]);
    const other = await api.join();
    await api.createOrder(fan, id, wallet);
    const [order] = await api.listOrders(id);
    const reference = String(order?.id);
    await api.context.db
      .transaction()
      .execute((tx) => participationOrderHandler.onExpired(api.context, tx, reference));
    expect(await taken(id)).toEqual([0]);
    expect((await api.createOrder(other, id, second)).status).toBe(200);
    const outcome = await api.context.db
      .transaction()
      .execute((tx) => participationOrderHandler.onPaid(api.context, tx, reference, null));
    expect(outcome).toBe("REFUND");
    expect(await api.listOrders(id)).toMatchObject([{ state: "REFUNDED" }, { state: "AWAITING_PAYMENT" }]);
    expect(await taken(id)).toEqual([1]);
  });

  it("of a node that does not know phases is refused by the database", async () => {
    const { id } = await openPhases([{}]);
    const insert = sql`
      insert into participation (exposed_id, code_hash, campaign_id, account_id, wallet, state, total_cents, created_at)
      values (gen_random_uuid(), ''::bytea, ${id}, ${fan.id}, ${wallet}, 'RESERVED', 0, now())`;
    await expect(insert.execute(api.context.db)).rejects.toThrow("has phases");
  });
});

describe("an audience", () => {
  const admits = async (id: number, person: Person) => {
    const { access } = await accessOf(id, person);
    const refusal = await code(id, person);
    expect(refusal).toBe(access === "OPEN" ? undefined : "E0034");
    return access;
  };

  it("of holders admits accounts with an artwork of the other experience", async () => {
    await sql`delete from wallet`.execute(api.context.db);
    const other = await api.addActiveCampaign(publisher, song, {}, grid(2, 2));
    const { id } = await openPhases([{ audience: "HOLDERS", experience: String(other) }]);
    const [holder, linked, outsider] = [await api.join(), await api.join(), await api.join()];
    await api.confirmOrder(await api.reserve(holder, other, wallet));
    await api.mintToWallets(publisher, other, { wallets: [second] });
    await api.runDueJobs();
    await sql`insert into wallet (address, account_id, linked_at) values (${second}, ${linked.id}, now())`.execute(
      api.context.db,
    );
    expect(await admits(id, holder)).toBe("OPEN");
    expect(await admits(id, linked)).toBe("OPEN");
    expect(await admits(id, outsider)).toBe("NOT_ADMITTED");
    expect(await admits(id, publisher)).toBe("OPEN");
    expect((await api.getCampaign(id)).phases).toMatchObject([
      { audience: "HOLDERS", experience: { name: "Tide Tables" }, reward: null },
    ]);
    // An account that transferred the artwork is no longer its holder.
    await sql`update participant set moved_at = now(), owner_wallet_address = ${wallets(1, 14_000)[0]}
      where campaign_id = ${other} and account_id = ${holder.id}`.execute(api.context.db);
    expect((await accessOf(id, await api.join())).access).toBe("NOT_ADMITTED");
    expect(await code(id, holder, wallets(1, 14_001)[0])).toBe("E0034");
  });

  it("of a list admits linked wallets and confirmed addresses, in any case", async () => {
    await sql`delete from wallet`.execute(api.context.db);
    const [first = "", typed = ""] = wallets(2, 14_100);
    const [byWallet, byMail, outsider] = [await api.join(), await api.join(), await api.join()];
    await sql`insert into wallet (address, account_id, linked_at) values (${first}, ${byWallet.id}, now())`.execute(
      api.context.db,
    );
    const { rows } = await sql<{ email: string }>`select email from account where id = ${byMail.id}`.execute(
      api.context.db,
    );
    const entries = [first.toUpperCase(), (rows[0]?.email ?? "").toUpperCase(), typed, ""];
    const { id } = await openPhases([{ audience: "LIST", entries }]);
    expect((await api.getPhases(publisher, id)).phases[0].entries.length).toBe(3);
    expect(await admits(id, byWallet)).toBe("OPEN");
    expect(await admits(id, byMail)).toBe("OPEN");
    // Typing a wallet of the list proves nothing.
    expect(await code(id, outsider, typed)).toBe("E0034");
    expect((await accessOf(id)).access).toBe("NEEDS_LOGIN");
    await sql`update account set verified_at = null where id = ${byMail.id}`.execute(api.context.db);
    expect(await code(id, byMail, second)).toBe("E0034");
  });

  it("of claimers admits accounts that redeemed the level, unless the claim was rejected", async () => {
    const { rows } = await sql<{ id: number }>`
      insert into reward (song_id, name, description, reward_points_earned, reward_type)
      values (${song}, 'Backstage', '', 1, 'TICKET') returning id`.execute(api.context.db);
    const reward_id = rows[0]?.id;
    const { id } = await openPhases([{ audience: "CLAIMERS", reward_id }]);
    const claim = (person: Person, state: string) =>
      sql`insert into reward_claim (reward_id, song_id, account_id, points, state, created_at, changed_at)
        values (${reward_id}, ${song}, ${person.id}, 1, ${state}, now(), now())`.execute(api.context.db);
    const [claimer, rejected] = [await api.join(), await api.join()];
    await claim(claimer, "REQUESTED");
    await claim(rejected, "REJECTED");
    expect(await admits(id, claimer)).toBe("OPEN");
    expect(await admits(id, rejected)).toBe("NOT_ADMITTED");
    expect((await api.getCampaign(id)).phases).toMatchObject([{ reward: { name: "Backstage" } }]);
  });

  it("of everyone in a private experience is everyone who is invited", async () => {
    const { id } = await openPhases([{ to: 30 }, { audience: "LIST", entries: ["a@b.example"], from: 30 }], {
      is_public_mintable: "false",
    });
    expect((await accessOf(id, fan)).access).toBe("NEEDS_INVITATION");
    expect(await code(id, fan)).toBe("E0034");
  });
});
