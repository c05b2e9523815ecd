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
  async function submitChoice(page: string, choice: "accept" | "leave"): Promise<string> {
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
  async function runJobsWithoutWebhooks(): Promise<void> {
    await sql`
      select graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs where task_identifier = 'deliver-sandbox-event'))`.execute(db);
    await api.runDueJobs();
  }

  return {
    ...api,
    submitChoice,
    runJobsWithoutWebhooks,
    async placeOrder(
      person: Person,
      campaign: number,
      wallet: string,
      price: object = {},
    ): Promise<AtCheckout> {
      const { json } = await api.createOrder(person, campaign, wallet, {}, price);
      const { rows } = await sql<Omit<AtCheckout, "page">>`
        select p.id, p.exposed_id as "exposedId", y.id as payment from participation p
          join payment y on y.kind = 'PARTICIPATION' and y.reference = p.id::text
        where p.campaign_id = ${campaign} order by p.id desc limit 1`.execute(db);
      const [found] = rows;
      if (found === undefined) throw new Error("nothing was ordered");
      return { ...found, page: new URL(json.body.redirect).pathname };
    },
    /** Pays and returns the credentials of the redirect. */
    pay: async (page: string): Promise<Proof> => proofIn(await submitChoice(page, "accept")),
    /** Syncs the payment, as a webhook does. */
    syncPayment: (payment: string) => api.runJob("settle-payment", { id: payment }),
    /** Refunds the payment as an administrator. */
    async refundPayment(payment: string): Promise<void> {
      const request = { payload: { reason: "It rained." }, ...bearer(token) };
      expect((await call("POST", `admin/payment/${payment}/refund`, request)).status).toBe(200);
      await runJobsWithoutWebhooks();
    },
    /** Lists the mails about orders, the oldest first. */
    async listOrderMails({ email }: Person) {
      await runJobsWithoutWebhooks();
      return api.mails.mails(email).filter(({ subject = "" }) => !/log|sign|receipt|recibo/i.test(subject));
    },
    /** Lists the receipts, the oldest first. */
    async listReceipts({ email }: Person) {
      await runJobsWithoutWebhooks();
      return api.mails.mails(email).filter(({ subject = "" }) => /receipt|recibo/i.test(subject));
    },
    /** Lists the person's orders. */
    listOwnOrders: async (person: Person, campaign: number) =>
      (await call("GET", `payment/${campaign}`, bearer(person.token))).json.body.data,
    cancelOrder: (person: Person | undefined, exposedId: string) =>
      call("DELETE", `payment/${exposedId}`, person === undefined ? {} : bearer(person.token)),
  };
}
