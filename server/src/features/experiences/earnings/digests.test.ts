import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../../platform/database/database.ts";
import { unsubscribeUrl } from "../../../platform/mail/unsubscribe.ts";
import { grid, wallets } from "../../../testing/chain/minting.ts";
import type { Publisher } from "../../../testing/fixtures/campaigns.ts";
import { bearer } from "../../../testing/fixtures/people.ts";
import { type CheckoutApi, openCheckoutApi } from "../../../testing/payments/paid-orders.ts";
import { sendEarningDigestsJob } from "./digests.ts";

let api: CheckoutApi;
let publisher: Publisher;
let campaign: number;

beforeAll(async () => {
  api = await openCheckoutApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  publisher = await api.addPublisher();
  const song = await api.createDraft(publisher, {});
  await sql`update song set status = 'ACTIVE' where id = ${song}`.execute(api.context.db);
  campaign = await api.addActiveCampaign(publisher, song, { cost_per_nft: "12.50" }, grid(3, 3));
});

async function buy(): Promise<string> {
  const order = await api.placeOrder(await api.join(), campaign, wallets(1)[0] ?? "");
  await api.pay(order.page);
  await api.syncPayment(order.payment);
  return order.payment;
}

const sendDigests = () => sendEarningDigestsJob.run(api.context, {});

/** The mails to the publisher about sales and refunds, as plain text, the oldest first. */
async function listMails(): Promise<string[]> {
  await api.runJobsWithoutWebhooks();
  return api.mails
    .mails(publisher.email)
    .filter(({ subject = "" }) => /orders|refunded/.test(subject))
    .map(({ text = "" }) => text);
}

const turn = (topic: string, on: boolean) =>
  api.call("PATCH", "my/mails", { ...bearer(publisher.token), payload: { topic, on } });

const MINUTE_S = 60;

describe("a publisher", () => {
  it("gets one mail for the sales of 15 minutes, whatever runs twice or at the same instant", {
    retry: 0,
  }, async () => {
    await buy();
    await buy();
    await Promise.all([sendDigests(), sendDigests(), sendDigests()]);
    await sendDigests();
    expect(await listMails()).toEqual([
      expect.stringMatching(/2 fans paid for “.+”: \$25\.00 in all\.[\s\S]+\/my\/earnings/),
    ]);
    await buy();
    await sendDigests();
    expect(await listMails()).toHaveLength(1);
    api.context.clock.move(15 * MINUTE_S);
    await sendDigests();
    const [, second] = await listMails();
    expect(second).toMatch(/A fan paid for “.+”: \$12\.50\./);
    api.context.clock.move(15 * MINUTE_S);
    await sendDigests();
    expect(await listMails()).toHaveLength(2);
  });

  it("gets a mail for the refund of a sale, once", { retry: 0 }, async () => {
    const payment = await buy();
    await sendDigests();
    api.context.clock.move(15 * MINUTE_S);
    await api.refundPayment(payment);
    await api.syncPayment(payment);
    await sendDigests();
    await sendDigests();
    const [, refund, ...others] = await listMails();
    expect(refund).toMatch(/An order of “.+” was refunded: \$12\.50\./);
    expect(others).toEqual([]);
  });

  it("loses no mail to a job that dies before it commits", async () => {
    await buy();
    const dying = { ...api.context, queue: { enqueue: () => Promise.reject(new Error("killed")) } };
    await expect(sendEarningDigestsJob.run(dying, {})).rejects.toThrow("killed");
    expect(await listMails()).toEqual([]);
    await sendDigests();
    expect(await listMails()).toHaveLength(1);
  });

  it("gets none about what they turned off, also later", async () => {
    expect((await turn("SALES", false)).json.body.topics).toContainEqual({ topic: "SALES", on: false });
    expect((await turn("SALES", false)).status).toBe(200);
    const payment = await buy();
    await sendDigests();
    expect(await listMails()).toEqual([]);
    expect((await turn("SALES", true)).json.body.topics).toContainEqual({ topic: "SALES", on: true });
    api.context.clock.move(15 * MINUTE_S);
    await api.refundPayment(payment);
    await sendDigests();
    expect(await listMails()).toEqual([expect.stringContaining("was refunded")]);
  });

  it("gets none about refunds if they turned these off", async () => {
    await turn("REFUNDS", false);
    const payment = await buy();
    await sendDigests();
    api.context.clock.move(15 * MINUTE_S);
    await api.refundPayment(payment);
    await sendDigests();
    expect(await listMails()).toEqual([expect.stringContaining("paid for")]);
  });
});

describe("the link that turns mails off", () => {
  async function receiveLink(): Promise<string> {
    await buy();
    await sendDigests();
    await api.runJobsWithoutWebhooks();
    const mail = await api.mails.waitForMail(publisher.email, ({ subject }) => subject?.includes("orders"));
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const [, url = ""] = /^<(.+)>$/.exec(header("list-unsubscribe") ?? "") ?? [];
    expect(mail.text).toContain(`Turn off these emails: ${url}`);
    expect(mail.html).toContain(url);
    return new URL(url).pathname;
  }

  const isOn = async (topic: string): Promise<boolean> => {
    const { json } = await api.call("GET", "my/mails", bearer(publisher.token));
    return json.body.topics.find((each: { topic: string }) => each.topic === topic).on;
  };

  const post = (url: string, payload: string, type = "application/x-www-form-urlencoded") =>
    api.inject({ method: "POST", url, payload, headers: { "content-type": type } });

  it("works without a session by one POST request, and changes nothing by GET", async () => {
    const url = await receiveLink();
    const page = await api.inject({ method: "GET", url });
    expect([page.statusCode, page.headers["referrer-policy"]]).toEqual([200, "no-referrer"]);
    expect(page.body).toContain("Turn off emails about sales?");
    await api.inject({ method: "HEAD", url });
    expect((await post(url, "choice=other")).statusCode).toBe(404);
    expect(await isOn("SALES")).toBe(true);
    const both = await Promise.all([1, 2].map(() => post(url, "List-Unsubscribe=One-Click")));
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect([await isOn("SALES"), await isOn("REFUNDS")]).toEqual([false, true]);
    await turn("SALES", true);
    const part =
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    expect((await post(url, part, "multipart/form-data; boundary=b")).statusCode).toBe(200);
    expect(await isOn("SALES")).toBe(false);
  });

  it("is bound to its account and topic by its signature", async () => {
    const url = await receiveLink();
    const stranger = await api.addPublisher();
    const forged = [
      url.replace("/sales.", "/refunds."),
      url.replace(publisher.id, stranger.id),
      url.replace(/.$/, (last) => (last === "A" ? "Q" : "A")),
      `/unsubscribe/sales.${publisher.id}.`,
      `/unsubscribe/${randomUUID()}`,
    ];
    for (const each of forged) expect((await post(each, "List-Unsubscribe=One-Click")).statusCode).toBe(404);
    expect([await isOn("SALES"), await isOn("REFUNDS")]).toEqual([true, true]);
  });

  it("does nothing for an account that is gone", async () => {
    const accountId = randomUUID();
    const { pathname } = new URL(unsubscribeUrl(api.context, { accountId, topic: "SALES" }));
    expect((await post(pathname, "List-Unsubscribe=One-Click")).statusCode).toBe(200);
    const { rows } = await sql`select from mail_opt_out where account_id = ${accountId}`.execute(
      api.context.db,
    );
    expect(rows).toEqual([]);
  });
});

describe("the preferences of mails", () => {
  it("require a session and a known topic", async () => {
    expect((await api.call("GET", "my/mails")).json.code).toBe("E0002");
    expect((await api.call("PATCH", "my/mails", { payload: { topic: "SALES", on: false } })).json.code).toBe(
      "E0002",
    );
    const { json } = await turn("SECURITY", false);
    expect([json.code, json.errors[0].field]).toEqual(["E0007", "topic"]);
  });
});
