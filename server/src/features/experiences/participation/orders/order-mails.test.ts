import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import { pngFile } from "../../../../testing/fixtures/studio.ts";
import { proofIn } from "../../../../testing/fixtures/taking-part.ts";
import { type CheckoutApi, openCheckoutApi } from "../../../../testing/payments/paid-orders.ts";
import { participationOrderHandler } from "./apply-event.ts";

let api: CheckoutApi;
let publisher: Publisher;
let song: number;
let fan: Person;
beforeAll(async () => {
  api = await openCheckoutApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());

const [wallet = "", second = ""] = wallets(2, 90_000);
const price = { cost_per_nft: "12" };
const photo = { component_type: "PRESELECTED", image: undefined, slot_number: "3", layer_level: "3" };

const subjects = async (person: Person) => (await api.listOrderMails(person)).map(({ subject }) => subject);
/** Returns a user's newest email. */
const newest = async (person: Person) => (await api.listOrderMails(person)).at(-1)?.text ?? "";
const linkIn = (text: string) => text.match(/https?:\/\/\S+/)?.[0] ?? "";
const reword = (person: Person, language: string) =>
  sql`update account set language = ${language} where id = ${person.id}`.execute(api.context.db);

describe("a participant", () => {
  it("gets one email with the amount, the experience and the order, however often it is confirmed", async () => {
    fan = await api.join();
    const id = await api.addActiveCampaign(publisher, song, { ...price, name: "Salt" }, grid(3, 3));
    const { page, payment, exposedId } = await api.placeOrder(fan, id, wallet);
    expect(await subjects(fan)).toEqual([]);
    const proof = await api.pay(page);
    await Promise.all([api.confirmOrder(proof), api.confirmOrder(proof), api.syncPayment(payment)]);
    await api.syncPayment(payment);
    await api.confirmOrder(proof);
    expect(await subjects(fan)).toEqual(["Your spot is confirmed"]);
    const text = await newest(fan);
    for (const expected of ["“Salt”", "$12.00", exposedId]) expect(text).toContain(expected);
    expect(proofIn(linkIn(text))).toEqual(proof);
  });

  it("gets an email without an amount for a free spot, in their language", { retry: 0 }, async () => {
    fan = await api.join();
    await reword(fan, "es");
    const id = await api.addActiveCampaign(publisher, song, { name: "Sal" }, grid(3, 3));
    const proof = await api.reserve(fan, id, wallet);
    await Promise.all([1, 2, 3].map(() => api.confirmOrder(proof)));
    expect(await subjects(fan)).toEqual(["Tu plaza está confirmada"]);
    const text = await newest(fan);
    for (const expected of ["«Sal»", proof.orderId]) expect(text).toContain(expected);
    expect(text).not.toContain("US$");
  });

  it("gets a photo request after payment, a reminder after a day, and then a confirmation", {
    retry: 0,
  }, async () => {
    fan = await api.join();
    await sql`delete from graphile_worker._private_jobs`.execute(api.context.db);
    const id = await api.addActiveCampaign(publisher, song, { ...price, name: "Face" }, [
      ...grid(3, 3),
      photo,
    ]);
    const { id: orderId, page, payment, exposedId } = await api.placeOrder(fan, id, wallet);
    const proof = await api.pay(page);
    await Promise.all([api.confirmOrder(proof), api.syncPayment(payment)]);
    await api.confirmOrder(proof);
    expect(await subjects(fan)).toEqual(["Your spot is paid for: add your photo"]);
    const text = await newest(fan);
    for (const expected of ["“Face”", "$12.00", exposedId]) expect(text).toContain(expected);
    expect(new URL(linkIn(text)).pathname).toMatch(/\/experiences\/.*\/personalize$/);
    const { slots } = (await api.listPhotoSlots(proofIn(linkIn(text)))).json.body;
    expect(await due("remind-of-photo")).toEqual([86_400]);
    await Promise.all([1, 2].map(() => api.runJob("remind-of-photo", { orderId })));
    await api.runJob("remind-of-photo", { orderId });
    expect((await subjects(fan)).slice(1)).toEqual(["Your photo is still missing"]);
    expect((await api.sendPhoto(proof, slots[0], pngFile(500))).json.body).toEqual({ complete: true });
    await api.runJob("remind-of-photo", { orderId });
    expect((await subjects(fan)).slice(2)).toEqual(["Your spot is confirmed"]);
  });

  it("is sent a refund email if no combinations were left", async () => {
    fan = await api.join();
    const id = await api.addActiveCampaign(publisher, song, { ...price, name: "Rare" }, grid(3, 3));
    const { page, payment, exposedId } = await api.placeOrder(fan, id, wallet);
    await sql`update component set max_permitted = 1, drawn = 1 where campaign_id = ${id}`.execute(
      api.context.db,
    );
    const proof = await api.pay(page);
    await Promise.all([api.confirmOrder(proof), api.syncPayment(payment), api.confirmOrder(proof)]);
    expect(await subjects(fan)).toEqual(["Your payment was refunded"]);
    await api.syncPayment(payment);
    const text = await newest(fan);
    for (const expected of ["All spots in “Rare” were taken", "$12.00", exposedId])
      expect(text).toContain(expected);
  });

  it("is sent a refund email if the payment was too late or the experience is gone", async () => {
    const [late, lost] = [await api.join(), await api.join()];
    await reword(lost, "es");
    const id = await api.addActiveCampaign(publisher, song, { ...price, name: "Over" }, grid(3, 3));
    const [first, other] = [await api.placeOrder(late, id, wallet), await api.placeOrder(lost, id, second)];
    await api.call("PATCH", `drop/${id}/close`, bearer(publisher.token));
    const expire = (order: { id: number }) =>
      api.context.db
        .transaction()
        .execute((tx) => participationOrderHandler.onExpired(api.context, tx, String(order.id)));
    await expire(first);
    await api.pay(first.page);
    await api.syncPayment(first.payment);
    expect(await newest(late)).toContain("Your payment for “Over” arrived too late");
    await api.call("DELETE", `drop/${id}`, bearer(publisher.token));
    await api.pay(other.page);
    await api.syncPayment(other.payment);
    expect(await subjects(lost)).toEqual(["Te hemos reembolsado el pago"]);
    expect(await newest(lost)).toContain("«Over» se eliminó");
    expect(await subjects(late)).toEqual(["Your payment was refunded"]);
  });

  it("is sent an email when the platform refunds a fulfilled order or one awaiting a photo", async () => {
    fan = await api.join();
    const id = await api.addActiveCampaign(publisher, song, { ...price, name: "Kept" }, grid(3, 3));
    const { page, payment } = await api.placeOrder(fan, id, wallet);
    await api.confirmOrder(await api.pay(page));
    await api.refundPayment(payment);
    await api.syncPayment(payment);
    expect(await subjects(fan)).toEqual(["Your spot is confirmed", "Your payment was refunded"]);
    const text = await newest(fan);
    for (const expected of ["We’ve refunded", "$12.00", "Your artwork stays yours"])
      expect(text).toContain(expected);

    const waits = await api.join();
    const asks = await api.addActiveCampaign(publisher, song, { ...price, name: "Face" }, [
      ...grid(3, 3),
      photo,
    ]);
    const unfinished = await api.placeOrder(waits, asks, wallet);
    await api.confirmOrder(await api.pay(unfinished.page));
    await api.refundPayment(unfinished.payment);
    expect((await subjects(waits)).slice(1)).toEqual(["Your payment was refunded"]);
    expect(await newest(waits)).toContain("You no longer have a spot");
    await api.runJob("remind-of-photo", { orderId: unfinished.id });
    expect(await subjects(waits)).toHaveLength(2);
  });

  it("without an address gets no email and still participates", async () => {
    fan = await api.join();
    const id = await api.addActiveCampaign(publisher, song, price, grid(3, 3));
    const { page, payment } = await api.placeOrder(fan, id, wallet);
    await sql`update account set email = null where id = ${fan.id}`.execute(api.context.db);
    expect((await api.confirmOrder(await api.pay(page))).status).toBe(200);
    await api.refundPayment(payment);
    expect(await subjects(fan)).toEqual([]);
  });
});

/** Returns the seconds until the queued jobs of a name are due. */
async function due(name: string): Promise<number[]> {
  const { rows } = await sql<{ run_at: Date | string }>`
    select run_at from graphile_worker.jobs where task_identifier = ${name}`.execute(api.context.db);
  const now = api.context.clock.now().getTime();
  return rows.map(({ run_at }) => Math.round((new Date(run_at).getTime() - now) / 1000));
}
