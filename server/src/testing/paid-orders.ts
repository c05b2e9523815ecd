import { expect } from "vitest";
import { sql } from "../platform/database/database.ts";
import { bearer, type Person } from "./people.ts";
import { openFanDesk, type Proof, proofIn } from "./taking-part.ts";

export type PaidDesk = Awaited<ReturnType<typeof openPaidDesk>>;

/** An order at the provider's page. */
export type AtCheckout = { id: number; exposedId: string; payment: string; page: string };

/** As `openFanDesk`, with what fans do at the sandbox's pages, and with an administrator who pays back. */
export async function openPaidDesk() {
  const desk = await openFanDesk();
  const { call, context } = desk;
  const { db } = context;
  const admin = await desk.join();
  await sql`update account set role = 'ADMIN' where id = ${admin.id}`.execute(db);
  const token = await desk.logInAgain(admin);

  /** Presses a button of the provider's page, and does not follow. */
  async function press(page: string, choice: "accept" | "leave"): Promise<string> {
    const answer = await desk.inject({
      method: "POST",
      url: page,
      payload: `choice=${choice}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(answer.statusCode).toBe(303);
    return String(answer.headers.location);
  }

  /** Runs what is due. What the provider tells by itself goes nowhere: the site has no address here. */
  async function settled(): Promise<void> {
    await sql`
      select graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs where task_identifier = 'deliver-sandbox-event'))`.execute(db);
    await desk.work();
  }

  return {
    ...desk,
    press,
    settled,
    async order(person: Person, campaign: number, wallet: string): Promise<AtCheckout> {
      const { json } = await desk.takePart(person, campaign, wallet);
      const { rows } = await sql<Omit<AtCheckout, "page">>`
        select p.id, p.exposed_id as "exposedId", y.id as payment from participation p
          join payment y on y.kind = 'PARTICIPATION' and y.reference = p.id::text
        where p.campaign_id = ${campaign} order by p.id desc limit 1`.execute(db);
      const [found] = rows;
      if (found === undefined) throw new Error("nothing was ordered");
      return { ...found, page: new URL(json.body.redirect).pathname };
    },
    /** Pays, and comes back; what the order is confirmed with. */
    pay: async (page: string): Promise<Proof> => proofIn(await press(page, "accept")),
    /** The provider is asked, as whenever it told of something. */
    settle: (payment: string) => desk.run("settle-payment", { id: payment }),
    /** An administrator has it paid back, and the provider does. */
    async payBack(payment: string): Promise<void> {
      const sent = { payload: { reason: "It rained." }, ...bearer(token) };
      expect((await call("POST", `admin/payment/${payment}/refund`, sent)).status).toBe(200);
      await settled();
    },
    /** The mails about places that somebody got, the oldest first. */
    async mailsTo({ email }: Person) {
      await settled();
      return desk.mails.mails(email).filter(({ subject = "" }) => !/log|sign/i.test(subject));
    },
    /** What somebody is told of their places. */
    own: async (person: Person, campaign: number) =>
      (await call("GET", `payment/${campaign}`, bearer(person.token))).json.body.data,
    giveUp: (person: Person | undefined, exposedId: string) =>
      call("DELETE", `payment/${exposedId}`, person === undefined ? {} : bearer(person.token)),
  };
}
