import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { bearer, openPeople, type People, type Person } from "../../testing/fixtures/people.ts";
import { openPlanApi, type PlanApi } from "../../testing/payments/subscribing.ts";

let people: People;
let desk: PlanApi;
let admin: Person;
beforeAll(async () => {
  people = await openPeople();
  desk = await openPlanApi(people);
  admin = await people.join();
  await sql`update account set role = 'ADMIN' where id = ${admin.id}`.execute(people.context.db);
});
afterAll(() => desk.close());

type Shown = {
  state: string;
  order: { number: string; title: string; state: string };
  bills: { id: string; refund: string | null; ends_plan: boolean; state: string }[];
};

/** Finds the only payment of a person as an administrator, by email address. */
async function readShown({ email }: Person): Promise<Shown> {
  admin = { ...admin, token: await people.logInAgain(admin) };
  const { json } = await people.call(
    "GET",
    `admin/payments?text~~${encodeURIComponent(email)}`,
    bearer(admin.token),
  );
  expect(json.body.total).toBe(1);
  return json.body.data[0];
}

const refund = (id = "") =>
  people.call("POST", `admin/bill/${id}/refund`, {
    ...bearer(admin.token),
    payload: { reason: "A mistake." },
  });
const plan = async (person: Person) =>
  (await people.call("GET", "my/plan", bearer(await people.logInAgain(person)))).json.body.plan;

/** Adds a person whose yearly plan was renewed twice. */
async function threeYears(): Promise<Person> {
  const person = await people.join();
  await desk.buy(person, "PREMIUM_YEARLY");
  for (let year = 0; year < 2; year += 1) await desk.advanceDays(366);
  return person;
}

describe("a plan that was renewed", () => {
  it("shows all its invoices to administrators, who find it by its order number", async () => {
    const person = await threeYears();
    const { bills, order } = await readShown(person);
    expect(bills.map(({ state, ends_plan }) => [state, ends_plan])).toEqual([
      ["PAID", true],
      ["PAID", false],
      ["PAID", false],
    ]);
    expect(order).toMatchObject({ title: "Premium, yearly", state: "FULFILLED" });
    const { json } = await people.call("GET", `admin/payments?text~~${order.number}`, bearer(admin.token));
    expect(json.body.data).toMatchObject([{ account: { email: person.email } }]);
  });

  it("continues when an earlier invoice is refunded, and ends with the latest", async () => {
    const person = await threeYears();
    const [last, , first] = (await readShown(person)).bills;
    expect((await refund(first?.id)).status).toBe(200);
    await desk.deliverWebhooks();
    expect((await readShown(person)).bills.map((bill) => bill.refund)).toEqual([null, null, "REFUNDED"]);
    expect(await plan(person)).toBe("PREMIUM_YEARLY");
    await desk.advanceDays(1);
    expect(await plan(person)).toBe("PREMIUM_YEARLY");

    await Promise.all([refund(last?.id), refund(last?.id)]);
    await desk.deliverWebhooks();
    const after = await readShown(person);
    expect(after).toMatchObject({ state: "REFUNDED", order: { state: "REFUNDED" } });
    expect(after.bills.map((bill) => bill.refund)).toEqual(["REFUNDED", null, "REFUNDED"]);
    expect(await plan(person)).toBe("FREE");
    await desk.advanceDays(366);
    expect((await readShown(person)).bills).toHaveLength(3);
  });
});
