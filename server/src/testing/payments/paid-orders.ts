import { expect } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { bearer, type Person } from "../fixtures/people.ts";
import { openFanApi, type Proof, proofIn } from "../fixtures/taking-part.ts";

export type CheckoutApi = Awaited<ReturnType<typeof openCheckoutApi>>;

/** An order whose checkout is open. */
export type AtCheckout = { id: number; exposedId: string; payment: string; page: string };

/** Extends `openFanApi` with sandbox payments and refunds by an administrator. */
export async function openCheckoutApi() {
  const api = await openFanApi();
  const { call, context } = api;
  const { db } = context;
  const admin = await api.join();
  await sql`update account set role = 'ADMIN' where id = ${admin.id}`.execute(db);
  const token = await api.logInAgain(admin);

  /** Submits a choice of the checkout page without following the redirect. */
  async function press(page: string, choice: "accept" | "leave"): Promise<string> {
    const answer = await api.inject({
      method: "POST",
      url: page,
      payload: `choice=${choice}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(answer.statusCode).toBe(303);
    return String(answer.headers.location);
  }

  /** Runs the due jobs, except webhooks: the program has no address here. */
  async function settled(): Promise<void> {
    await sql`
      select graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs where task_identifier = 'deliver-sandbox-event'))`.execute(db);
    await api.work();
  }

  return {
    ...api,
    press,
    settled,
    async order(person: Person, campaign: number, wallet: string): Promise<AtCheckout> {
      const { json } = await api.takePart(person, campaign, wallet);
      const { rows } = await sql<Omit<AtCheckout, "page">>`
        select p.id, p.exposed_id as "exposedId", y.id as payment from participation p
          join payment y on y.kind = 'PARTICIPATION' and y.reference = p.id::text
        where p.campaign_id = ${campaign} order by p.id desc limit 1`.execute(db);
      const [found] = rows;
      if (found === undefined) throw new Error("nothing was ordered");
      return { ...found, page: new URL(json.body.redirect).pathname };
    },
    /** Pays and returns the credentials of the redirect. */
    pay: async (page: string): Promise<Proof> => proofIn(await press(page, "accept")),
    /** Syncs the payment, as a webhook does. */
    settle: (payment: string) => api.run("settle-payment", { id: payment }),
    /** Refunds the payment as an administrator. */
    async payBack(payment: string): Promise<void> {
      const sent = { payload: { reason: "It rained." }, ...bearer(token) };
      expect((await call("POST", `admin/payment/${payment}/refund`, sent)).status).toBe(200);
      await settled();
    },
    /** Lists the mails about orders, the oldest first. */
    async mailsTo({ email }: Person) {
      await settled();
      return api.mails.mails(email).filter(({ subject = "" }) => !/log|sign/i.test(subject));
    },
    /** Lists the person's orders. */
    listOwnOrders: async (person: Person, campaign: number) =>
      (await call("GET", `payment/${campaign}`, bearer(person.token))).json.body.data,
    giveUp: (person: Person | undefined, exposedId: string) =>
      call("DELETE", `payment/${exposedId}`, person === undefined ? {} : bearer(person.token)),
  };
}
