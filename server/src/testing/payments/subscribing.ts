import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { OwnSubscription } from "@wrapsody/shared/payments/subscriptions.ts";
import { expect } from "vitest";
import { sql } from "../../platform/database/database.ts";
import { bearer, type People, type Person } from "../fixtures/people.ts";
import { type Proof, proofIn } from "../fixtures/taking-part.ts";
import { readSuccessUrl } from "./simulated-payments.ts";

export type PlanApi = Awaited<ReturnType<typeof openPlanApi>>;

/** A stored order for a plan with the state of its payment. */
export type OrderRecord = { id: number; plan: string; state: string; payment: string | null };

const day = 24 * 60 * 60;

/**
 * Helpers for plans that are paid in the Stripe simulator, whose webhooks arrive over HTTP. The clock advances by a millisecond on every read, so
 * that concurrent requests get different times.
 */
export async function openPlanApi(people: People) {
  const { call, context, inject } = people;
  const { db, clock } = context;
  const front = createServer((request, answer) => void forward(inject, request, answer));
  // Keeps idle connections open: closing one would break the next call of a delayed client.
  front.keepAliveTimeout = 0;
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  const { port } = front.address() as AddressInfo;
  context.publicUrl = `http://127.0.0.1:${port}`;
  const now = () => {
    clock.move(0.001);
    return clock.now();
  };
  context.clock = { move: (seconds) => clock.move(seconds), now };

  /** Submits a form of a sandbox page and returns the redirect. */
  async function submitForm(url: string, form: Record<string, string>): Promise<string> {
    const { pathname, search } = new URL(url);
    const answer = await inject({
      method: "POST",
      url: `${pathname}${search}`,
      payload: new URLSearchParams(form).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    return String(answer.headers.location);
  }
  const subscribe = ({ token }: Person, plan: string, headers: Record<string, string> = {}) =>
    call("POST", `subscribe/${plan}`, { headers: { ...bearer(token).headers, ...headers } });
  const readSubscription = async ({ token }: Person) =>
    (await call("GET", "my/subscription", bearer(token))).json.body;
  const runDueJobs = async () => {
    await people.runDueJobs();
  };
  const pay = async (url: string, choice = "accept"): Promise<Proof> =>
    proofIn(await submitForm(url, { choice }));
  const confirmOrder = ({ token }: Person, payload: object) =>
    call("POST", "subscribe/confirm", { payload, ...bearer(token) });

  return {
    submitForm,
    subscribe,
    readSubscription,
    pay,
    confirmOrder,
    /** Delivers the webhooks and runs their jobs. */
    deliverWebhooks: runDueJobs,
    /** Reads the order code from the encrypted return URL of an unpaid checkout. */
    async readOrderCode(url: string): Promise<Proof> {
      return proofIn(await readSuccessUrl(context, url));
    },
    cancel: ({ token }: Person, id: number | string) => call("DELETE", `subscribe/${id}`, bearer(token)),
    renewAs: ({ token }: Person, id: number | string, plan: string) =>
      call("PATCH", `subscribe/${id}`, { payload: { renews_as: plan }, ...bearer(token) }),
    /** Orders, pays and confirms a plan. */
    async buy(person: Person, plan: string): Promise<OwnSubscription> {
      const { json } = await subscribe(person, plan);
      const bought = await confirmOrder(person, await pay(json.body.url));
      expect(bought.status).toBe(200);
      await runDueJobs();
      return bought.json.body;
    },
    /** Changes the card on file. */
    async setCard({ token }: Person, card: "accepted" | "declines"): Promise<void> {
      const { json } = await call("POST", "my/billing", bearer(token));
      await submitForm(json.body.url, { choice: card });
    },
    /** Advances the clock and polls the payments. Sessions may expire. */
    async advanceDays(days: number): Promise<void> {
      clock.move(days * day);
      await sql`select graphile_worker.add_job('watch-payments')`.execute(db);
      await runDueJobs();
    },
    /** Syncs all payments of an account. */
    async syncPayments({ id }: Person): Promise<void> {
      const { rows } = await sql<{ id: string }>`select id from payment where account_id = ${id}`.execute(db);
      for (const { id: payment } of rows)
        await sql`select graphile_worker.add_job('settle-payment', ${{ id: payment }}::json)`.execute(db);
      await runDueJobs();
    },
    /** Logs the person in again. */
    logInAgain: async (person: Person): Promise<Person> => ({
      ...person,
      token: await people.logInAgain(person),
    }),
    /** Lists the subjects of the mails about plans, the oldest first. */
    async listPlanMails({ email }: Person): Promise<string[]> {
      await runDueJobs();
      return people.mails
        .mails(email)
        .flatMap(({ subject = "" }) => (/plan/i.test(subject) ? [subject] : []));
    },
    async listOrders({ id }: Person): Promise<OrderRecord[]> {
      const { rows } = await sql<OrderRecord>`
        select o.id, o.plan, o.state, p.state as payment from subscription_order o
          left join payment p on p.kind = 'SUBSCRIPTION' and p.reference = o.id::text
        where o.account_id = ${id} order by o.id`.execute(db);
      return rows;
    },
    async close() {
      front.closeAllConnections();
      front.close();
      await people.close();
    },
  };
}

/** Forwards an HTTP request to the program. */
async function forward(inject: People["inject"], request: IncomingMessage, answer: ServerResponse) {
  const sent = await inject({
    method: request.method === "POST" ? "POST" : "GET",
    url: request.url ?? "/",
    headers: request.headers,
    payload: await buffer(request),
  });
  answer.writeHead(sent.statusCode, { "content-type": String(sent.headers["content-type"]) });
  answer.end(sent.rawPayload);
}
