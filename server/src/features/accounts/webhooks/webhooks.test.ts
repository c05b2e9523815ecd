import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POLL_TIMEOUT_MS } from "../../../../../checks/test-limits.ts";
import { sql } from "../../../platform/database/database.ts";
import {
  isPublicUrl,
  PrivateAddressError,
  postToPublicAddress,
} from "../../../platform/http/public-request.ts";
import { bearer, type Person } from "../../../testing/fixtures/people.ts";
import { openStudio, type Studio } from "../../../testing/fixtures/studio.ts";
import {
  openWebhookReceiver,
  type ReceivedWebhook,
  verifyWebhook as verify,
} from "../../../testing/http/webhook-receiver.ts";
import { emitWebhookEvent } from "./webhook-deliveries.ts";

const DAY_S = 24 * 60 * 60;

let api: Studio;
let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>;
let received: ReceivedWebhook[];
let publisher: Person & { artist: number };

beforeAll(async () => {
  api = await openStudio();
  publisher = await api.addPublisher();
  receiver = await openWebhookReceiver();
  received = receiver.received;
});
afterAll(async () => {
  receiver.close();
  await api.close();
});
beforeEach(async () => {
  receiver.reset();
  await sql`delete from webhook_endpoint`.execute(api.context.db);
  await api.runDueJobs();
});

const call = (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  payload?: object,
  person = publisher,
) => api.call(method, path, { ...bearer(person.token), ...(payload === undefined ? {} : { payload }) });

async function addEndpoint(
  events: readonly string[] = ["listing.changed"],
  path = "/hook",
): Promise<{ id: string; secret: string }> {
  const { status, json } = await call("POST", "my/webhook", { url: `${receiver.url}${path}`, events });
  expect(status).toBe(200);
  return json.body;
}

/** Emits an event as a change of the catalogue does. */
function emit(accountId: string | null = publisher.id): Promise<void> {
  const data = { song_id: 7, pretty_id: "salt-meridian", name: "Salt Meridian", from: "DRAFT", to: "ACTIVE" };
  return api.context.db
    .transaction()
    .execute((tx) => emitWebhookEvent(api.context, tx, { accountId, type: "listing.changed", data }));
}

async function listDeliveries(id: string) {
  return (await call("GET", `my/webhook/${id}/deliveries`)).json.body.data;
}

describe("a webhook endpoint", () => {
  it("receives signed events that it subscribed to", async () => {
    const { id, secret } = await addEndpoint();
    await addEndpoint(["order.paid"], "/other");
    await emit();
    await api.runDueJobs();
    expect(received.map(({ url }) => url)).toEqual(["/hook"]);
    const [request] = received;
    if (request === undefined) throw new Error("nothing was received");
    expect(verify(secret, request)).toMatchObject({
      type: "listing.changed",
      timestamp: api.context.clock.now().toISOString(),
      data: { song_id: 7, from: "DRAFT", to: "ACTIVE" },
    });
    expect(() => verify(secret, { ...request, body: request.body.replace("ACTIVE", "HIDDEN") })).toThrow();
    expect(await listDeliveries(id)).toMatchObject([
      {
        message_id: request.headers["webhook-id"],
        type: "listing.changed",
        state: "DELIVERED",
        attempts: 1,
        status: 204,
        next_attempt_at: null,
      },
    ]);
  });

  it("receives listings from the change itself", async () => {
    const { secret } = await addEndpoint();
    const song = await api.createDraft(publisher, { name: "Harbour Light" });
    await api.setAudio(song);
    expect((await call("POST", `song/${song}/listing`)).status).toBe(200);
    expect((await call("DELETE", `song/${song}/listing`)).status).toBe(200);
    await api.runDueJobs();
    const changes = received.map((request) => (verify(secret, request) as { data: object }).data);
    expect(changes).toMatchObject([
      { song_id: song, name: "Harbour Light", from: "DRAFT", to: "ACTIVE" },
      { song_id: song, from: "ACTIVE", to: "HIDDEN" },
    ]);
  });

  it("receives nothing of another account, nor of an event whose transaction was rolled back", async () => {
    await addEndpoint();
    const other = await api.join();
    await emit(other.id);
    await emit(null);
    const data = { song_id: 7, pretty_id: "", name: "", from: "DRAFT", to: "ACTIVE" };
    const rolledBack = api.context.db.transaction().execute(async (tx) => {
      await emitWebhookEvent(api.context, tx, { accountId: publisher.id, type: "listing.changed", data });
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    await api.runDueJobs();
    expect(received).toEqual([]);
  });

  it("gets failed deliveries again with the same id, and is disabled after the last attempt", async () => {
    const { clock } = api.context;
    const countMails = () =>
      api.mails
        .mails(publisher.email.toLowerCase())
        .filter(({ subject }) => subject === "A webhook endpoint was disabled").length;
    const mailed = countMails();
    const { id } = await addEndpoint();
    receiver.answerWith({ status: 500 });
    // Retries are scheduled by this clock, so that all of them are due.
    clock.move(-10 * DAY_S);
    await emit();
    await api.runDueJobs();
    clock.move(10 * DAY_S);
    expect(received).toHaveLength(10);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await listDeliveries(id)).toMatchObject([{ state: "FAILED", attempts: 10, status: 500 }]);
    const [{ disabled_at }] = (await call("GET", "my/webhooks")).json.body.data;
    expect(disabled_at).not.toBeNull();
    expect(countMails()).toBe(mailed + 1);

    // Nothing is sent to a disabled endpoint.
    await emit();
    await api.runDueJobs();
    expect(received).toHaveLength(10);
    const [delivery] = await listDeliveries(id);
    expect((await call("POST", `my/webhook/${id}/delivery/${delivery.id}`)).json.code).toBe("E0005");

    receiver.answerWith({ status: 200 });
    expect((await call("PATCH", `my/webhook/${id}`, { enabled: true })).json.body.disabled_at).toBeNull();
    expect((await call("POST", `my/webhook/${id}/delivery/${delivery.id}`)).status).toBe(200);
    await api.runDueJobs();
    expect(received.at(-1)?.headers["webhook-id"]).toBe(delivery.message_id);
    expect(await listDeliveries(id)).toMatchObject([{ state: "DELIVERED", attempts: 1, status: 200 }]);
  });

  it("is disabled at once by the status 410, and redirects are not followed", async () => {
    const gone = await addEndpoint(["listing.changed"], "/gone");
    receiver.answerWith({ status: 410 });
    await emit();
    await api.runDueJobs();
    expect(received).toHaveLength(1);
    expect(await listDeliveries(gone.id)).toMatchObject([{ state: "FAILED", attempts: 1, status: 410 }]);

    const moved = await addEndpoint(["listing.changed"], "/moved");
    receiver.answerWith({ status: 302, headers: { location: `${receiver.url}/elsewhere` } });
    // The queue has its own clock; by this one, the retry is due tomorrow.
    api.context.clock.move(DAY_S);
    await emit();
    await api.runDueJobs();
    api.context.clock.move(-DAY_S);
    expect(received.map(({ url }) => url)).toEqual(["/gone", "/moved"]);
    expect(await listDeliveries(moved.id)).toMatchObject([
      { state: "PENDING", attempts: 1, status: 302, problem: "Redirects are not followed." },
    ]);
  });

  it("verifies with the old and the new secret for a day after a rotation", async () => {
    const { id, secret } = await addEndpoint();
    const { status, json } = await call("POST", `my/webhook/${id}/secret`);
    expect(status).toBe(200);
    expect(json.body.secret).not.toBe(secret);
    await emit();
    await api.runDueJobs();
    const [both] = received;
    if (both === undefined) throw new Error("nothing was received");
    for (const valid of [secret, json.body.secret]) verify(valid, both);
    await sql`update webhook_endpoint set previous_until = ${api.context.clock.now()}`.execute(
      api.context.db,
    );
    await emit();
    await api.runDueJobs();
    const latest = received.at(-1) ?? both;
    verify(json.body.secret, latest);
    expect(() => verify(secret, latest)).toThrow();
  });

  it("can be tested, changed and deleted by its owner alone", async () => {
    const { id, secret } = await addEndpoint(["order.paid"]);
    expect((await call("POST", `my/webhook/${id}/test`)).json.body).toMatchObject({ state: "PENDING" });
    await api.runDueJobs();
    const [request] = received;
    if (request === undefined) throw new Error("nothing was received");
    expect(verify(secret, request)).toMatchObject({ type: "endpoint.tested", data: { endpoint_id: id } });
    const [delivery] = await listDeliveries(id);

    const stranger = await api.join();
    const calls = [
      ["PATCH", `my/webhook/${id}`, { enabled: true }],
      ["DELETE", `my/webhook/${id}`],
      ["POST", `my/webhook/${id}/secret`],
      ["POST", `my/webhook/${id}/test`],
      ["GET", `my/webhook/${id}/deliveries`],
      ["POST", `my/webhook/${id}/delivery/${delivery.id}`],
    ] as const;
    for (const [method, path, payload] of calls) {
      expect((await call(method, path, payload, { ...stranger, artist: 0 })).status).toBe(404);
      expect((await api.call(method, path, payload === undefined ? {} : { payload })).status).toBe(401);
    }
    expect((await call("GET", "my/webhooks", undefined, { ...stranger, artist: 0 })).json.body.total).toBe(0);

    expect(
      (await call("PATCH", `my/webhook/${id}`, { events: ["claim.requested"] })).json.body.events,
    ).toEqual(["claim.requested"]);
    const deleted = await Promise.all([1, 2].map(() => call("DELETE", `my/webhook/${id}`)));
    expect(deleted.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const kinds = (await api.events(publisher.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["webhook-added", "webhook-changed", "webhook-deleted"]));
  });

  it("rejects bad addresses and events on their fields", async () => {
    const invalid = [
      [{ url: "", events: ["order.paid"] }, "url"],
      [{ url: "label.example/hook", events: ["order.paid"] }, "url"],
      [{ url: "ftp://label.example", events: ["order.paid"] }, "url"],
      [{ url: "https://user:pass@label.example", events: ["order.paid"] }, "url"],
      [{ url: "https://label.example", events: [] }, "events"],
      [{ url: "https://label.example", events: ["song.sold"] }, "events.0"],
    ] as const;
    for (const [payload, field] of invalid) {
      const { status, json } = await call("POST", "my/webhook", payload);
      expect([status, json.code, json.errors[0]?.field]).toEqual([400, "E0007", field]);
    }
  });

  it("can be added ten times, even concurrently", { retry: 0 }, async () => {
    const payload = { url: `${receiver.url}/many`, events: ["order.paid"] };
    const added = await Promise.all(Array.from({ length: 12 }, () => call("POST", "my/webhook", payload)));
    expect(added.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(added.filter(({ json }) => json.errors?.[0]?.field === "url")).toHaveLength(2);
  });
});

describe("in production", () => {
  beforeAll(() => {
    api.context.config = { ...api.context.config, production: true };
  });
  afterAll(() => {
    api.context.config = { ...api.context.config, production: false };
  });

  it.each([
    "http://label.example/hook",
    "https://127.0.0.1/hook",
    "https://0x7f.1/hook",
    "https://10.1.2.3/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::a00:1]/",
    "https://localhost/hook",
  ])("%s is refused", async (url) => {
    const { status, json } = await call("POST", "my/webhook", { url, events: ["order.paid"] });
    expect([status, json.errors?.[0]?.field]).toEqual([400, "url"]);
  });

  it.each(["https://8.8.8.8/", "https://[2606:4700:4700::1111]/"])("%s is public", async (url) => {
    expect(await isPublicUrl(url)).toBe(true);
  });

  it("connects to no private address, whatever a name resolves to at the time of the delivery", async () => {
    const { port } = new URL(receiver.url);
    const request = { headers: {}, body: "{}", timeoutMs: POLL_TIMEOUT_MS, allowPrivate: false };
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      const sent = postToPublicAddress({ ...request, url: `https://${host}:${port}/` });
      await expect(sent).rejects.toThrow(PrivateAddressError);
    }
    expect(received).toEqual([]);
  });
});
