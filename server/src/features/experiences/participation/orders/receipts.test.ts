import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import { pngFile } from "../../../../testing/fixtures/studio.ts";
import { type CheckoutApi, openCheckoutApi } from "../../../../testing/payments/paid-orders.ts";

let api: CheckoutApi;
let publisher: Publisher;
let song: number;
beforeAll(async () => {
  api = await openCheckoutApi();
  publisher = await api.addPublisher();
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());

const [wallet = ""] = wallets(1, 91_000);
const price = { cost_per_nft: "12" };
const photo = { component_type: "PRESELECTED", image: undefined, slot_number: "3", layer_level: "3" };

const newest = async (person: Person) => (await api.listReceipts(person)).at(-1)?.text ?? "";
const resend = (person: Person | undefined, exposedId: string, headers: Record<string, string> = {}) =>
  call(`payment/${exposedId}/receipt`, {
    headers: { ...(person === undefined ? {} : bearer(person.token).headers), ...headers },
  });
const call = (path: string, request: object) => api.call("POST", path, request);

async function changeSettings(settings: object): Promise<void> {
  const admin = await api.join();
  await sql`update account set role = 'ADMIN' where id = ${admin.id}`.execute(api.context.db);
  const session = bearer(await api.logInAgain(admin));
  const { revision } = (await api.call("GET", "admin/site", session)).json.body;
  const changed = await api.call("PATCH", "admin/site", { ...session, payload: { revision, ...settings } });
  expect(changed.status).toBe(200);
}

async function buy(fan: Person, name: string, parts = grid(3, 3)) {
  const id = await api.addActiveCampaign(publisher, song, { ...price, name }, parts);
  return api.placeOrder(fan, id, wallet);
}

describe("the receipt", () => {
  it("is mailed once when the order is paid, however often that is reported", { retry: 0 }, async () => {
    const fan = await api.join();
    const { page, payment, exposedId } = await buy(fan, "Salt");
    expect(await api.listReceipts(fan)).toEqual([]);
    const proof = await api.pay(page);
    await Promise.all([api.confirmOrder(proof), api.confirmOrder(proof), api.syncPayment(payment)]);
    await api.syncPayment(payment);
    expect(await api.listReceipts(fan)).toHaveLength(1);
    const text = await newest(fan);
    for (const part of ["“Salt”", "Total paid: $12.00", `Order number: ${exposedId}`, "Publisher: "])
      expect(text).toContain(part);
    expect(text).not.toContain("Site operator");
  });

  it("names the operator and ends with the withdrawal terms in the buyer's language, or in the one they are written in", async () => {
    await changeSettings({
      operator: "Harbour [Music]",
      contact: "hello@harbour.example",
      withdrawal: { en: "Withdraw within 14 days.\n\nWrite to {{operator}} at {{contact}}." },
    });
    const fan = await api.join();
    await sql`update account set language = 'es' where id = ${fan.id}`.execute(api.context.db);
    const { page, exposedId } = await buy(fan, "Sal");
    await api.confirmOrder(await api.pay(page));
    const inEnglish = await newest(fan);
    expect(inEnglish).toContain("Operador del sitio: Harbour [Music], hello@harbour.example");
    expect(inEnglish).toContain(
      "Withdraw within 14 days.\n\nWrite to Harbour [Music] at hello@harbour.example.",
    );
    await changeSettings({ withdrawal: { es: "Plazo: 14 días." } });
    expect((await resend(fan, exposedId)).status).toBe(200);
    expect(await newest(fan)).toContain("Plazo: 14 días.");
    expect(await newest(fan)).not.toContain("Withdraw");
    await changeSettings({ withdrawal: { en: null, es: null }, operator: null, contact: null });
  });

  it("is mailed before the photo, and not for free orders or payments that get no spot", async () => {
    const fan = await api.join();
    const waiting = await buy(fan, "Face", [...grid(3, 3), photo]);
    await api.confirmOrder(await api.pay(waiting.page));
    expect(await api.listReceipts(fan)).toHaveLength(1);

    const free = await api.addActiveCampaign(publisher, song, { name: "Free" }, grid(3, 3));
    const proof = await api.reserve(fan, free, wallet);
    expect((await api.confirmOrder(proof)).status).toBe(200);
    expect((await resend(fan, proof.orderId)).json.code).toBe("E0032");

    const lost = await buy(fan, "Rare");
    await sql`
      update component set max_permitted = 1, drawn = 1
      where campaign_id = (select campaign_id from participation where id = ${lost.id})`.execute(
      api.context.db,
    );
    await api.confirmOrder(await api.pay(lost.page));
    expect(await api.listReceipts(fan)).toHaveLength(1);
    expect((await resend(fan, lost.exposedId)).json.code).toBe("E0032");
  });

  it("is sent again to its buyer only, once per key", { retry: 0 }, async () => {
    const [fan, stranger] = [await api.join(), await api.join()];
    const { page, exposedId } = await buy(fan, "Again", [...grid(3, 3)]);
    expect((await resend(fan, exposedId)).json.code).toBe("E0032");
    const proof = await api.pay(page);
    await api.confirmOrder(proof);
    expect((await resend(undefined, exposedId)).status).toBe(401);
    expect((await resend(stranger, exposedId)).status).toBe(404);
    expect((await resend(fan, "nothing")).status).toBe(404);
    const key = { "idempotency-key": "receipt-again" };
    const both = await Promise.all([resend(fan, exposedId, key), resend(fan, exposedId, key)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await api.listReceipts(fan)).toHaveLength(2);
    expect(await api.listReceipts(stranger)).toEqual([]);
  });

  it("is mailed for a photo order's payment once, not again with the photo", async () => {
    const fan = await api.join();
    const { page } = await buy(fan, "Portrait", [...grid(3, 3), photo]);
    const proof = await api.pay(page);
    await api.confirmOrder(proof);
    const { slots } = (await api.listPhotoSlots(proof)).json.body;
    expect((await api.sendPhoto(proof, slots[0], pngFile(500))).json.body).toEqual({ complete: true });
    expect(await api.listReceipts(fan)).toHaveLength(1);
  });
});
