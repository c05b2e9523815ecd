import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import type { House } from "../../../../testing/campaigns.ts";
import { grid, wallets } from "../../../../testing/minting.ts";
import { openPaidDesk, type PaidDesk } from "../../../../testing/paid-orders.ts";
import { bearer, type Person } from "../../../../testing/people.ts";
import { pngFile } from "../../../../testing/studio.ts";
import { proofIn } from "../../../../testing/taking-part.ts";
import { participationOrderHandler } from "../orders/order-handler.ts";

let desk: PaidDesk;
let house: House;
let song: number;
let fan: Person;
beforeAll(async () => {
  desk = await openPaidDesk();
  house = await desk.openHouse();
  song = await desk.publicWrap(house);
});
afterAll(() => desk.close());

const [wallet = "", second = ""] = wallets(2, 90_000);
const price = { cost_per_nft: "12" };
const photo = { component_type: "PRESELECTED", image: undefined, slot_number: "3", layer_level: "3" };

const subjects = async (person: Person) => (await desk.mailsTo(person)).map(({ subject }) => subject);
/** Returns a user's newest email. */
const newest = async (person: Person) => (await desk.mailsTo(person)).at(-1)?.text ?? "";
const linkIn = (text: string) => text.match(/https?:\/\/\S+/)?.[0] ?? "";
const reword = (person: Person, language: string) =>
  sql`update account set language = ${language} where id = ${person.id}`.execute(desk.context.db);

describe("a participant", () => {
  it("gets one email with the amount, the experience and the order, however often it is confirmed", async () => {
    fan = await desk.join();
    const id = await desk.active(house, song, { ...price, name: "Salt" }, grid(3, 3));
    const { page, payment, exposedId } = await desk.order(fan, id, wallet);
    expect(await subjects(fan)).toEqual([]);
    const proof = await desk.pay(page);
    await Promise.all([desk.confirm(proof), desk.confirm(proof), desk.settle(payment)]);
    await desk.settle(payment);
    await desk.confirm(proof);
    expect(await subjects(fan)).toEqual(["Your place is confirmed"]);
    const text = await newest(fan);
    for (const told of ["“Salt”", "$12.00", exposedId]) expect(text).toContain(told);
    expect(proofIn(linkIn(text))).toEqual(proof);
  });

  it("gets an email without an amount for a free spot, in their language", async () => {
    fan = await desk.join();
    await reword(fan, "es");
    const id = await desk.active(house, song, { name: "Sal" }, grid(3, 3));
    const proof = await desk.reserve(fan, id, wallet);
    await Promise.all([1, 2, 3].map(() => desk.confirm(proof)));
    expect(await subjects(fan)).toEqual(["Tu plaza está confirmada"]);
    const text = await newest(fan);
    for (const told of ["«Sal»", proof.orderId]) expect(text).toContain(told);
    expect(text).not.toContain("US$");
  });

  it("is asked for a photo after payment, reminded after a day, and then sent a confirmation", async () => {
    fan = await desk.join();
    const id = await desk.active(house, song, { ...price, name: "Face" }, [...grid(3, 3), photo]);
    const { id: orderId, page, payment, exposedId } = await desk.order(fan, id, wallet);
    const proof = await desk.pay(page);
    await Promise.all([desk.confirm(proof), desk.settle(payment)]);
    await desk.confirm(proof);
    expect(await subjects(fan)).toEqual(["Your place is paid for: add your photo"]);
    const text = await newest(fan);
    for (const told of ["“Face”", "$12.00", exposedId]) expect(text).toContain(told);
    expect(new URL(linkIn(text)).pathname).toMatch(/\/experiences\/.*\/personalize$/);
    const { slots } = (await desk.needed(proofIn(linkIn(text)))).json.body;
    expect(await due("remind-of-photo")).toEqual([86_400]);
    await Promise.all([1, 2].map(() => desk.run("remind-of-photo", { orderId })));
    await desk.run("remind-of-photo", { orderId });
    expect((await subjects(fan)).slice(1)).toEqual(["Your photo is still missing"]);
    expect((await desk.sendPhoto(proof, slots[0], pngFile(500))).json.body).toEqual({ complete: true });
    await desk.run("remind-of-photo", { orderId });
    expect((await subjects(fan)).slice(2)).toEqual(["Your place is confirmed"]);
  });

  it("is sent a refund email if no combinations were left", async () => {
    fan = await desk.join();
    const id = await desk.active(house, song, { ...price, name: "Rare" }, grid(3, 3));
    const { page, payment, exposedId } = await desk.order(fan, id, wallet);
    await sql`update component set max_permitted = 1, drawn = 1 where campaign_id = ${id}`.execute(
      desk.context.db,
    );
    const proof = await desk.pay(page);
    await Promise.all([desk.confirm(proof), desk.settle(payment), desk.confirm(proof)]);
    expect(await subjects(fan)).toEqual(["Your payment is paid back"]);
    await desk.settle(payment);
    const text = await newest(fan);
    for (const told of ["All places in “Rare” were taken", "$12.00", exposedId]) expect(text).toContain(told);
  });

  it("is sent a refund email if the payment was too late or the experience is gone", async () => {
    const [late, lost] = [await desk.join(), await desk.join()];
    await reword(lost, "es");
    const id = await desk.active(house, song, { ...price, name: "Over" }, grid(3, 3));
    const [first, other] = [await desk.order(late, id, wallet), await desk.order(lost, id, second)];
    await desk.call("PATCH", `drop/${id}/close`, bearer(house.token));
    const expire = (order: { id: number }) =>
      desk.context.db
        .transaction()
        .execute((tx) => participationOrderHandler.onExpired(desk.context, tx, String(order.id)));
    await expire(first);
    await desk.pay(first.page);
    await desk.settle(first.payment);
    expect(await newest(late)).toContain("Your payment for a place in “Over” came too late");
    await desk.call("DELETE", `drop/${id}`, bearer(house.token));
    await desk.pay(other.page);
    await desk.settle(other.payment);
    expect(await subjects(lost)).toEqual(["Te devolvemos tu pago"]);
    expect(await newest(lost)).toContain("«Over» se eliminó");
    expect(await subjects(late)).toEqual(["Your payment is paid back"]);
  });

  it("is sent an email when the platform refunds a fulfilled order or one awaiting a photo", async () => {
    fan = await desk.join();
    const id = await desk.active(house, song, { ...price, name: "Kept" }, grid(3, 3));
    const { page, payment } = await desk.order(fan, id, wallet);
    await desk.confirm(await desk.pay(page));
    await desk.payBack(payment);
    await desk.settle(payment);
    expect(await subjects(fan)).toEqual(["Your place is confirmed", "Your payment is paid back"]);
    const text = await newest(fan);
    for (const told of ["We have paid back", "$12.00", "Your artwork stays yours"])
      expect(text).toContain(told);

    const waits = await desk.join();
    const asks = await desk.active(house, song, { ...price, name: "Face" }, [...grid(3, 3), photo]);
    const unfinished = await desk.order(waits, asks, wallet);
    await desk.confirm(await desk.pay(unfinished.page));
    await desk.payBack(unfinished.payment);
    expect((await subjects(waits)).slice(1)).toEqual(["Your payment is paid back"]);
    expect(await newest(waits)).toContain("The place is not yours any more");
    await desk.run("remind-of-photo", { orderId: unfinished.id });
    expect(await subjects(waits)).toHaveLength(2);
  });

  it("without an address gets no email and still participates", async () => {
    fan = await desk.join();
    const id = await desk.active(house, song, price, grid(3, 3));
    const { page, payment } = await desk.order(fan, id, wallet);
    await sql`update account set email = null where id = ${fan.id}`.execute(desk.context.db);
    expect((await desk.confirm(await desk.pay(page))).status).toBe(200);
    await desk.payBack(payment);
    expect(await subjects(fan)).toEqual([]);
  });
});

/** Returns the seconds until the queued jobs of a name are due. */
async function due(name: string): Promise<number[]> {
  const { rows } = await sql<{ run_at: Date | string }>`
    select run_at from graphile_worker.jobs where task_identifier = ${name}`.execute(desk.context.db);
  const now = desk.context.clock.now().getTime();
  return rows.map(({ run_at }) => Math.round((new Date(run_at).getTime() - now) / 1000));
}
