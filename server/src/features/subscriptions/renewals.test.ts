import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { bearer, makePremium, openPeople, type People, type Person } from "../../testing/fixtures/people.ts";
import { simulatedSubscriptions } from "../../testing/payments/simulated-payments.ts";
import { openPlanApi, type PlanApi } from "../../testing/payments/subscribing.ts";

let people: People;
let desk: PlanApi;
beforeAll(async () => {
  people = await openPeople();
  desk = await openPlanApi(people);
});
afterAll(() => desk.close());

const day = 24 * 60 * 60 * 1000;
const isPremium = async ({ token }: Person) =>
  (await people.call("GET", "my/plan", bearer(token))).json.body.plan !== "FREE";
const current = async (person: Person) => (await desk.readSubscription(person)).current;
const now = () => people.context.clock.now().getTime();

/** Returns the subscription as the provider has it. */
async function withProvider({ id }: Person): Promise<{ status: string; next_period: string | null }> {
  const { rows } = await sql<{ status: string; next_period: string | null }>`
    select s.status, s.next_period from ${simulatedSubscriptions} s join payment p on p.id = s.payment_id
    where p.account_id = ${id} order by s.created desc limit 1`.execute(people.context.db);
  return rows[0] ?? { status: "NONE", next_period: null };
}

/** Adds a person who has just bought a plan. */
async function buyer(plan: string) {
  const person = await people.join();
  return { person, bought: await desk.buy(person, plan) };
}

describe("renewing a plan", () => {
  it("lasts a month longer without a mail", async () => {
    const { person, bought } = await buyer("PREMIUM_MONTHLY");
    await desk.advanceDays(32);
    const later = await desk.logInAgain(person);
    const renewed = await current(later);
    expect(Date.parse(renewed.expires_at)).toBeGreaterThan(Date.parse(bought.expires_at) + 27 * day);
    expect(renewed).toMatchObject({ id: bought.id, is_unpaid: false, renews_as: "PREMIUM_MONTHLY" });
    expect(await isPremium(later)).toBe(true);
    expect(await desk.listPlanMails(person)).toEqual(["Your Premium plan is active"]);
    const { json } = await people.call("GET", "my/invoices", bearer(later.token));
    expect(json.body).toMatchObject({
      total: 2,
      data: [
        { plan: "PREMIUM_MONTHLY", amount_cents: 1000, state: "PAID", period_until: renewed.expires_at },
        { plan: "PREMIUM_MONTHLY", amount_cents: 1000, state: "PAID", period_until: bought.expires_at },
      ],
    });
  });

  it("is kept for some days if the card is declined, with one mail, and continues once it is paid", async () => {
    const { person, bought } = await buyer("PREMIUM_MONTHLY");
    await desk.setCard(person, "declines");
    await desk.advanceDays((Date.parse(bought.expires_at) - now()) / day + 0.1);
    const later = await desk.logInAgain(person);
    const unpaid = await current(later);
    expect(unpaid).toMatchObject({ is_unpaid: true, is_canceled: false, expires_at: bought.expires_at });
    expect(Date.parse(unpaid.kept_until)).toBe(Date.parse(bought.expires_at) + 7 * day);
    expect(await isPremium(later)).toBe(true);
    expect((await people.call("GET", "me", bearer(later.token))).json.body.subscriptions).toHaveLength(1);
    await desk.advanceDays(0.1);
    expect(await desk.listPlanMails(person)).toEqual([
      "Your Premium plan is active",
      "Your plan couldn’t be renewed",
    ]);
    const { text = "" } = people.mails.mails(person.email).at(-1) ?? {};
    const dateFormat = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });
    expect(text.replaceAll(/\s+/g, " ")).toContain(
      `You keep Premium until ${dateFormat.format(new Date(unpaid.kept_until))} while we retry the payment.`,
    );
    expect((await desk.subscribe(later, "PREMIUM_YEARLY")).json.code).toBe("E0047");

    await desk.setCard(later, "accepted");
    await desk.advanceDays(3);
    const paid = await current(later);
    expect(paid).toMatchObject({ id: bought.id, is_unpaid: false });
    expect(Date.parse(paid.expires_at)).toBeGreaterThan(now() + 20 * day);
    expect(await desk.listPlanMails(person)).toHaveLength(2);
  });

  it("ends if it stays unpaid: nothing is deleted, and another plan can be bought", async () => {
    const { person, bought } = await buyer("PREMIUM_MONTHLY");
    await desk.setCard(person, "declines");
    await desk.advanceDays((Date.parse(bought.expires_at) - now()) / day + 0.1);
    await desk.advanceDays(10);
    const later = await desk.logInAgain(person);
    expect([await isPremium(later), await current(later)]).toEqual([false, null]);
    expect(await desk.listPlanMails(person)).toEqual([
      "Your Premium plan is active",
      "Your plan couldn’t be renewed",
      "Your Premium plan has ended",
    ]);
    expect((await desk.renewAs(later, bought.id, "PREMIUM_MONTHLY")).json.code).toBe("E0046");
    const repeated = await desk.buy(later, "PREMIUM_YEARLY");
    expect(repeated.id).not.toBe(bought.id);
    expect(await isPremium(later)).toBe(true);
  });

  it("is kept for the days of grace without a webhook, and updated by the next sync", async () => {
    const { person, bought } = await buyer("PREMIUM_MONTHLY");
    const left = (Date.parse(bought.expires_at) - now()) / 1000;
    people.context.clock.move(left + 6.9 * 86_400);
    const later = await desk.logInAgain(person);
    expect(await isPremium(later)).toBe(true);
    people.context.clock.move(0.2 * 86_400);
    expect(await isPremium(later)).toBe(false);
    expect(await current(later)).toMatchObject({ id: bought.id, is_unpaid: false });
    expect((await desk.subscribe(later, "PREMIUM_YEARLY")).json.code).toBe("E0047");
    await desk.advanceDays(0);
    expect(await isPremium(later)).toBe(true);
  });
});

describe("cancelling", () => {
  it("keeps the plan until it expires, charges nothing more, and sends one mail", async () => {
    const { person, bought } = await buyer("PREMIUM_MONTHLY");
    const { status, json } = await desk.cancel(person, bought.id);
    const { expires_at } = bought;
    expect([status, json.body]).toEqual([
      200,
      { ...bought, is_canceled: true, renews_as: null, next_price_cents: null, kept_until: expires_at },
    ]);
    expect((await desk.cancel(person, bought.id)).json).toEqual(json);
    expect(await desk.listPlanMails(person)).toEqual([
      "Your Premium plan is active",
      "Your Premium plan is cancelled",
    ]);
    expect((await desk.subscribe(person, "PREMIUM_YEARLY")).json.code).toBe("E0047");

    people.context.clock.move((Date.parse(expires_at) - now()) / 1000 - 60);
    const later = await desk.logInAgain(person);
    expect(await isPremium(later)).toBe(true);
    expect((await people.call("GET", "my/plan", bearer(later.token))).json.body.is_canceled).toBe(true);
    people.context.clock.move(61);
    expect([await isPremium(later), await current(later)]).toEqual([false, null]);
    await desk.advanceDays(0.1);
    expect((await desk.listPlanMails(person)).at(-1)).toBe("Your Premium plan has ended");
    expect(await desk.listPlanMails(person)).toHaveLength(3);
    expect((await people.call("GET", "my/invoices", bearer(later.token))).json.body.total).toBe(1);
  });

  it("ends an unpaid plan immediately", async () => {
    const { person, bought } = await buyer("PREMIUM_MONTHLY");
    await desk.setCard(person, "declines");
    await desk.advanceDays((Date.parse(bought.expires_at) - now()) / day + 0.1);
    const later = await desk.logInAgain(person);
    const { status, json } = await desk.cancel(later, bought.id);
    expect([status, json.body.is_canceled, json.body.kept_until]).toEqual([200, true, bought.expires_at]);
    expect([await isPremium(later), (await withProvider(person)).status]).toEqual([false, "ENDED"]);
    expect((await desk.cancel(later, bought.id)).json).toEqual(json);
    expect((await desk.renewAs(later, bought.id, "PREMIUM_MONTHLY")).json.code).toBe("E0046");
    expect((await desk.listPlanMails(person)).at(-1)).toBe("Your Premium plan has ended");
    expect(await desk.listPlanMails(person)).toHaveLength(3);
  });

  it("requires the caller's own bought plan", async () => {
    const { person, bought } = await buyer("PREMIUM_MONTHLY");
    const other = await people.join();
    await makePremium(people, other);
    const { id: otherId } = await current(other);
    const refusal = { code: "E0046", message: "No subscription found" };
    for (const [who, id] of [
      [other, bought.id],
      [other, otherId],
      [person, otherId],
      [person, 999_999],
      [person, "99999999999999999999"],
      [person, "PREMIUM_MONTHLY"],
    ] as const) {
      expect((await desk.cancel(who, id)).json).toMatchObject(refusal);
      expect((await desk.renewAs(who, id, "PREMIUM_YEARLY")).json).toMatchObject(refusal);
    }
    expect(await current(person)).toEqual(bought);
    const { json } = await desk.renewAs(person, bought.id, "FREE");
    expect(json.errors).toEqual([{ field: "renews_as", message: "Please choose a plan." }]);
  });
});

describe("changing the renewal", () => {
  it("takes effect when the paid period ends; nothing is charged before", async () => {
    const { person, bought } = await buyer("PREMIUM_MONTHLY");
    const { json } = await desk.renewAs(person, bought.id, "PREMIUM_YEARLY");
    expect(json.body).toEqual({ ...bought, renews_as: "PREMIUM_YEARLY", next_price_cents: 9600 });
    expect((await desk.renewAs(person, bought.id, "PREMIUM_YEARLY")).json).toEqual(json);
    expect(await desk.listPlanMails(person)).toEqual([
      "Your Premium plan is active",
      "Your plan’s billing period will change",
    ]);
    const { text = "" } = people.mails.mails(person.email).at(-1) ?? {};
    expect(text.replaceAll(/\s+/g, " ")).toContain("your Premium plan costs $96 each year");
    expect((await people.call("GET", "my/invoices", bearer(person.token))).json.body.total).toBe(1);

    await desk.advanceDays((Date.parse(bought.expires_at) - now()) / day + 0.1);
    const later = await desk.logInAgain(person);
    const switched = await current(later);
    expect(switched).toMatchObject({ plan: "PREMIUM_YEARLY", renews_as: "PREMIUM_YEARLY" });
    expect(Date.parse(switched.expires_at)).toBeGreaterThan(now() + 360 * day);
    const { data } = (await people.call("GET", "my/invoices", bearer(later.token))).json.body;
    expect(data[0]).toMatchObject({ plan: "PREMIUM_YEARLY", amount_cents: 9600, state: "PAID" });
    const { rows } = await sql<{ price_cents: number }>`
      select price_cents from subscription where id = ${bought.id}`.execute(people.context.db);
    expect(rows).toEqual([{ price_cents: 9600 }]);
    expect(await desk.listPlanMails(person)).toHaveLength(2);
  });

  it("resumes a cancelled plan, as the same or another plan", async () => {
    const { person, bought } = await buyer("PREMIUM_YEARLY");
    await desk.cancel(person, bought.id);
    expect((await desk.renewAs(person, bought.id, "PREMIUM_YEARLY")).json.body).toEqual(bought);
    await desk.cancel(person, bought.id);
    const { json } = await desk.renewAs(person, bought.id, "PREMIUM_MONTHLY");
    expect(json.body).toMatchObject({
      plan: "PREMIUM_YEARLY",
      renews_as: "PREMIUM_MONTHLY",
      next_price_cents: 1000,
      is_canceled: false,
      kept_until: bought.kept_until,
    });
    // Mails leave one by one, in whatever order.
    expect((await desk.listPlanMails(person)).sort()).toEqual([
      "Your Premium plan has been resumed",
      "Your Premium plan is active",
      "Your Premium plan is cancelled",
      "Your Premium plan is cancelled",
      "Your plan’s billing period will change",
    ]);
  });

  it("keeps the last choice that reached the provider under concurrent requests", { retry: 0 }, async () => {
    const { person, bought } = await buyer("PREMIUM_MONTHLY");
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all([
        ...[1, 2, 3].map(() => desk.cancel(person, bought.id)),
        ...[1, 2, 3].map(() => desk.renewAs(person, bought.id, "PREMIUM_YEARLY")),
        ...[1, 2].map(() => desk.renewAs(person, bought.id, "PREMIUM_MONTHLY")),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      await desk.deliverWebhooks();
      const { next_period } = await withProvider(person);
      const renewed = { MONTH: "PREMIUM_MONTHLY", YEAR: "PREMIUM_YEARLY" }[next_period ?? ""] ?? null;
      expect(await current(person)).toMatchObject({
        renews_as: renewed,
        is_canceled: next_period === null,
      });
    }
  });

  it("sends one mail for concurrent requests", { retry: 0 }, async () => {
    const { person, bought } = await buyer("PREMIUM_MONTHLY");
    await Promise.all([1, 2, 3, 4].map(() => desk.cancel(person, bought.id)));
    expect(await desk.listPlanMails(person)).toEqual([
      "Your Premium plan is active",
      "Your Premium plan is cancelled",
    ]);
  });
});

describe("a refunded plan", () => {
  it("ends immediately, with a mail, and is not charged again", async () => {
    const { person, bought } = await buyer("PREMIUM_YEARLY");
    await makeAdmin(person);
    const admin = await desk.logInAgain(person);
    const { rows } = await sql<{ id: string }>`
      select id from payment where account_id = ${person.id}`.execute(people.context.db);
    const reason = { payload: { reason: "It was a mistake." }, ...bearer(admin.token) };
    expect((await people.call("POST", `admin/payment/${rows[0]?.id}/refund`, reason)).status).toBe(200);
    await desk.deliverWebhooks();
    expect([await isPremium(admin), await current(admin)]).toEqual([false, null]);
    expect((await withProvider(person)).status).toBe("ENDED");
    expect((await desk.listPlanMails(person)).at(-1)).toBe("Your Premium plan has ended");
    expect(await desk.listPlanMails(person)).toHaveLength(2);
    expect((await desk.listOrders(person)).map(({ state }) => state)).toEqual(["REFUNDED"]);
    expect((await desk.renewAs(admin, bought.id, "PREMIUM_YEARLY")).json.code).toBe("E0046");
    const { json } = await people.call("GET", "my/invoices", bearer(admin.token));
    expect(json.body.data).toMatchObject([{ amount_cents: 9600, refunded_cents: 9600 }]);
  });
});

describe("invoices and the card", () => {
  it("are the caller's own and link to the provider's pages", async () => {
    const { person } = await buyer("PREMIUM_MONTHLY");
    const { json } = await people.call("GET", "my/invoices", bearer(person.token));
    const [bill] = json.body.data;
    expect(Object.keys(bill).sort()).toEqual([
      ...["amount_cents", "created_at", "id", "number", "paid_at", "period_from", "period_until", "plan"],
      ...["refunded_cents", "state"],
    ]);
    const page = await people.call("GET", `my/invoice/${bill.id}`, bearer(person.token));
    const billingPage = await people.inject({ method: "GET", url: new URL(page.json.body.url).pathname });
    expect([billingPage.statusCode, billingPage.body.includes(bill.number)]).toEqual([200, true]);
    const card = await people.call("POST", "my/billing", bearer(person.token));
    const { pathname, searchParams } = new URL(card.json.body.url);
    expect(searchParams.get("back")).toBe(`${people.context.publicUrl}/my/subscription`);
    expect((await people.inject({ method: "GET", url: pathname })).statusCode).toBe(200);

    const other = await people.join();
    expect((await people.call("GET", "my/invoices", bearer(other.token))).json.body).toEqual({
      data: [],
      total: 0,
    });
    const codes = [
      await people.call("GET", `my/invoice/${bill.id}`, bearer(other.token)),
      await people.call("GET", "my/invoice/none", bearer(person.token)),
      await people.call("POST", "my/billing", bearer(other.token)),
    ].map(({ json: { code } }) => code);
    expect(codes).toEqual(["E0001", "E0001", "E0046"]);
  });

  it("are paged and sorted, and have no filters", async () => {
    const { person } = await buyer("PREMIUM_MONTHLY");
    await desk.advanceDays(32);
    const later = await desk.logInAgain(person);
    const list = async (query: string) =>
      (await people.call("GET", `my/invoices?${query}`, bearer(later.token))).json;
    const [newest, oldest] = (await list("")).body.data;
    expect((await list("limit=1&offset=1")).body).toEqual({ data: [oldest], total: 2 });
    expect((await list("sortDir=ASC")).body.data).toEqual([oldest, newest]);
    expect((await list("state==PAID")).code).toBe("E0007");
    expect((await list("sortKey=number")).code).toBe("E0007");
  });
});

describe("the mails about a plan", () => {
  it("are in Spanish for Spanish readers, link to the plan, and contain no code or card", async () => {
    const person = await people.join();
    await sql`update account set language = 'es' where id = ${person.id}`.execute(people.context.db);
    const bought = await desk.buy(person, "PREMIUM_MONTHLY");
    const listTerms = async () => {
      await desk.deliverWebhooks();
      const { subject = "", text = "" } = people.mails.mails(person.email).at(-1) ?? {};
      expect(text).toContain(`${people.context.publicUrl}/my/subscription`);
      return [subject, text.replaceAll(/\s+/g, " ")] as const;
    };
    const day = new Intl.DateTimeFormat("es", { dateStyle: "long", timeZone: "UTC" });
    const until = day.format(new Date(bought.expires_at));
    await desk.renewAs(person, bought.id, "PREMIUM_YEARLY");
    const [switched, from] = await listTerms();
    expect([switched, from]).toEqual([
      "El periodo de facturación de tu plan cambiará",
      expect.stringContaining(`A partir del ${until}, tu plan Premium cuesta 96 US$ cada año.`),
    ]);
    await desk.cancel(person, bought.id);
    expect(await listTerms()).toEqual([
      "Tu plan Premium está cancelado",
      expect.stringContaining(`Lo conservas hasta el ${until} y no se te volverá a cobrar.`),
    ]);
    await desk.renewAs(person, bought.id, "PREMIUM_MONTHLY");
    expect(await listTerms()).toEqual([
      "Tu plan Premium se ha reanudado",
      expect.stringContaining(`El próximo pago es el ${until}: 10 US$ cada mes`),
    ]);
    await desk.setCard(person, "declines");
    await desk.advanceDays((Date.parse(bought.expires_at) - now()) / 86_400_000 + 0.1);
    expect(await listTerms()).toEqual([
      "No se ha podido renovar tu plan",
      expect.stringContaining(`Conservas el plan hasta el ${day.format(new Date(bought.kept_until))}.`),
    ]);
    await desk.advanceDays(10);
    expect(await listTerms()).toEqual([
      "Tu plan Premium ha terminado",
      expect.stringContaining("1 artista, 5 canciones nuevas al mes y 1 wNFT"),
    ]);
    expect(people.mails.mails(person.email)).toHaveLength(6);
  });
});

async function makeAdmin({ id }: Person): Promise<void> {
  await sql`update account set role = 'ADMIN' where id = ${id}`.execute(people.context.db);
}
