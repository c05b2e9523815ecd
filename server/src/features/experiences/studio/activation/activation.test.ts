import { royaltyTexts } from "@wrapsody/shared/payments/royalties.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allJobs } from "../../../../features.ts";
import { sql } from "../../../../platform/database/database.ts";
import { toTaskList } from "../../../../platform/jobs/queue.ts";
import {
  type CampaignApi,
  openCampaignApi,
  type Publisher,
  type Sent,
} from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import type { ActivationNeed } from "./readiness.ts";

let api: CampaignApi;
let publisher: Publisher;
let other: Publisher;
let song: number;
beforeAll(async () => {
  api = await openCampaignApi();
  [publisher, other] = [await api.addPublisher(), await api.addPublisher({ name: "Other Publisher" })];
  song = await api.addPublicWrap(publisher);
});
afterAll(() => api.close());

type Way = "activate" | "close";
const callActivation = (way: Way, { token }: Person, id: number | string, headers = {}) =>
  api.call("PATCH", `drop/${id}/${way}`, { headers: { ...bearer(token).headers, ...headers } });
const remove = ({ token }: Person, id: number | string) => api.call("DELETE", `drop/${id}`, bearer(token));

/** Creates an experience that can be activated. */
async function ready(form: Sent = {}): Promise<number> {
  const id = await api.createCampaign(publisher, song, form);
  await api.createComponents(publisher, id, [
    { slot_number: "1" },
    { slot_number: "1" },
    { slot_number: "2" },
  ]);
  return id;
}

type Task = { state: string; payload: { init: object }; then_job: string; then_payload: { attempt: number } };

/** Lists the chain requests of a campaign. */
async function tasksFor(id: number): Promise<Task[]> {
  const { rows } = await sql<Task>`
    select state, payload, then_job, then_payload from chain_task where key = ${`collection ${id}`}`.execute(
    api.context.db,
  );
  return rows;
}

const address = `0x${"ab".repeat(20)}`;
const deployed = { ok: true, hash: `0x${"1".repeat(64)}`, address };
const refused = { ok: false, problem: "The chain has refused it." };

/** Delivers a chain outcome through the queue. */
async function deliverOutcome(id: number, outcome: object, payload?: object): Promise<void> {
  const [task] = await tasksFor(id);
  const runDeployed = toTaskList(api.context, allJobs)["campaign-deployed"];
  if (task === undefined || runDeployed === undefined) throw new Error("no job completes the deployment");
  expect(task.then_job).toBe("campaign-deployed");
  await (runDeployed as (payload: unknown) => Promise<void>)({ ...(payload ?? task.then_payload), outcome });
}

/** Fails the chain request permanently. */
async function fail(id: number): Promise<void> {
  await sql`update chain_task set state = 'FAILED' where key = ${`collection ${id}`}`.execute(api.context.db);
  await deliverOutcome(id, refused);
}

const readCampaign = async (id: number) => (await api.getOwnCampaign(publisher, id)).campaign;
const kinds = async () => (await api.events(publisher.id)).map(({ kind }) => kind);

describe("a publisher activating an experience", () => {
  it("is refused if it has a price and payments are disabled, until it is free", async () => {
    const { config } = api.context;
    const { payments } = config;
    const id = await ready({ cost_per_nft: "12" });
    expect((await readCampaign(id)).needs).toEqual([]);
    config.payments = { stripe: undefined, sandbox: false };
    try {
      expect((await readCampaign(id)).needs).toEqual(["NOBODY_TAKES_PAYMENTS"]);
      const { status, json } = await callActivation("activate", publisher, id);
      expect([status, json.code]).toEqual([409, "E0032"]);
      const message = "Payments are not available here, so it has to be free.";
      expect(json.errors).toEqual([{ field: "NOBODY_TAKES_PAYMENTS", message }]);
      expect(await tasksFor(id)).toEqual([]);
      await api.patchCampaign(publisher, id, { cost_per_nft: "0" });
      expect((await callActivation("activate", publisher, id)).json.body).toMatchObject({
        stage: "ACTIVATING",
      });
    } finally {
      config.payments = payments;
    }
  });

  it("is refused if a photo shares its slot, because some photos would not be drawn", async () => {
    const photo = { component_type: "PRESELECTED", image: undefined };
    const alone = await ready();
    await api.sendComponent(publisher, alone, { ...photo, slot_number: "3" });
    expect((await readCampaign(alone)).needs).toEqual([]);
    const id = await ready();
    await api.sendComponent(publisher, id, { ...photo, slot_number: "2" });
    expect((await readCampaign(id)).needs).toEqual(["PHOTO_SHARES_SLOT"]);
    const { status, json } = await callActivation("activate", publisher, id);
    expect([status, json.code]).toEqual([409, "E0032"]);
    const message = "A participant's photo needs a slot of its own.";
    expect(json.errors).toEqual([{ field: "PHOTO_SHARES_SLOT", message }]);
    expect(await tasksFor(id)).toEqual([]);
  });

  it("requests its contract and sees it active after the deployment", async () => {
    const id = await ready({ name: "Salt", max_nfts: "2" });
    const { status, json } = await callActivation("activate", publisher, id);
    expect(status).toBe(200);
    expect(json.body).toMatchObject({ stage: "ACTIVATING", is_active: false, needs: [] });
    const [task] = await tasksFor(id);
    expect(task).toMatchObject({
      state: "WAITING",
      payload: {
        campaignId: id,
        init: {
          name: "Salt",
          symbol: `WRAP${id}`,
          maxSupply: 2,
          contractURI: `http://localhost/metadata/experiences/${id}`,
          baseURI: `http://localhost/metadata/experiences/${id}/`,
        },
      },
    });
    const pages = api.watchPages();
    await deliverOutcome(id, deployed);
    expect(await readCampaign(id)).toMatchObject({
      stage: "ACTIVE",
      is_active: true,
      contract_address: address,
      contract_network: "LOCAL",
      activated_at: api.context.clock.now().toISOString(),
      activation_problem: null,
    });
    expect(pages.changes).toEqual([[`experience:${id}`, "list:experiences"]]);
    pages.close();
    expect((await api.events(publisher.id)).at(-1)).toEqual({
      kind: "campaign-activated",
      detail: { campaign: id },
    });
  });

  it("requests one contract, however often the call is made", async () => {
    const id = await ready();
    const calls = Array.from({ length: 4 }, (_, number) =>
      callActivation("activate", publisher, id, number < 2 ? { "idempotency-key": `a-${id}` } : {}),
    );
    const answers = await Promise.all(calls);
    expect(answers.map(({ json }) => json.body.stage)).toEqual(Array(4).fill("ACTIVATING"));
    expect(await tasksFor(id)).toMatchObject([{ then_payload: { attempt: 1 } }]);
    await deliverOutcome(id, deployed);
    expect((await callActivation("activate", publisher, id)).json.body.stage).toBe("ACTIVE");
  });

  it("sees why the chain rejected it and can retry", async () => {
    const id = await ready();
    await callActivation("activate", publisher, id);
    await fail(id);
    expect(await readCampaign(id)).toMatchObject({
      stage: "DRAFT",
      activation_problem: refused.problem,
      contract_address: null,
      is_active: false,
    });
    const repeated = await callActivation("activate", publisher, id);
    expect(repeated.json.body).toMatchObject({ stage: "ACTIVATING", activation_problem: null });
    expect(await tasksFor(id)).toMatchObject([{ state: "WAITING", then_payload: { attempt: 2 } }]);
    await deliverOutcome(id, deployed);
    expect((await readCampaign(id)).stage).toBe("ACTIVE");
  });

  it("is unaffected by duplicate or late chain events", { retry: 0 }, async () => {
    const id = await ready();
    await callActivation("activate", publisher, id);
    const [first] = await tasksFor(id);
    await fail(id);
    await callActivation("activate", publisher, id);
    await deliverOutcome(id, refused, first?.then_payload);
    expect((await readCampaign(id)).stage).toBe("ACTIVATING");
    await Promise.all([deliverOutcome(id, deployed), deliverOutcome(id, deployed)]);
    const active = await readCampaign(id);
    expect(active.stage).toBe("ACTIVE");
    await callActivation("close", publisher, id);
    api.context.clock.move(60);
    await deliverOutcome(id, deployed);
    await deliverOutcome(id, refused);
    const closed = await readCampaign(id);
    expect(closed).toEqual({ ...active, stage: "COMPLETED", is_active: false });
    expect((await kinds()).filter((kind) => kind === "campaign-activated").length).toBe(
      (await sql`select 1 from campaign where activated_at is not null`.execute(api.context.db)).rows.length,
    );
  });

  it("must be its logged-in owner", async () => {
    const id = await ready();
    for (const way of ["activate", "close"] as const) {
      for (const reference of [id, "not-there", 999_999]) {
        expect((await callActivation(way, other, reference)).status).toBe(404);
      }
      expect((await api.call("PATCH", `drop/${id}/${way}`)).json.code).toBe("E0002");
    }
    expect(await tasksFor(id)).toEqual([]);
    expect((await readCampaign(id)).stage).toBe("DRAFT");
  });

  it("is refused once it is completed", async () => {
    const id = await ready();
    await callActivation("activate", publisher, id);
    await deliverOutcome(id, deployed);
    await callActivation("close", publisher, id);
    expect((await callActivation("activate", publisher, id)).json.code).toBe("E0032");
  });
});

describe("activating an experience", () => {
  const nine = Array.from({ length: 9 }, (_, tile) => ({ slot_number: String(tile + 1) }));
  const code = { component_type: "QR_CODE", image: undefined, qr_code_link: "https://example.org" };

  it.each<[string, ActivationNeed, Sent, readonly Sent[]]>([
    ["without components", "NO_COMPONENTS", {}, []],
    ["as RANDOM with eight tiles", "NEEDS_NINE_TILES", { type: "RANDOM" }, nine.slice(1)],
    ["as RANDOM with ten tiles", "NEEDS_NINE_TILES", { type: "RANDOM" }, [...nine, {}]],
    ["with more artworks than combinations", "TOO_FEW_COMBINATIONS", { max_nfts: "3" }, [{}, {}]],
    [
      "with more artworks than permitted",
      "TOO_FEW_COMBINATIONS",
      { type: "FIXED_IMAGE", max_nfts: "5" },
      [{ max_permitted: "2" }, { max_permitted: "2" }],
    ],
    [
      "with more artworks than limits in two slots guarantee",
      "TOO_FEW_COMBINATIONS",
      { max_nfts: "3" },
      [{ max_permitted: "1" }, {}, { slot_number: "2", max_permitted: "1" }, { slot_number: "2" }],
    ],
    [
      "as RANDOM with more artworks than its rarest tile permits",
      "TOO_FEW_COMBINATIONS",
      { type: "RANDOM", max_nfts: "3" },
      [...nine.slice(1), { max_permitted: "2" }],
    ],
    ["on an unavailable network", "NETWORK_UNAVAILABLE", { network: "POLYGON" }, [{}]],
  ])("is rejected %s", async (_, need, form, components) => {
    const id = await api.createCampaign(publisher, song, form);
    await api.createComponents(publisher, id, components);
    expect((await readCampaign(id)).needs).toEqual([need]);
    const { status, json } = await callActivation("activate", publisher, id);
    expect([status, json.code]).toEqual([409, "E0032"]);
    expect(json.errors.map(({ field }: { field: string }) => field)).toEqual([need]);
    expect([await tasksFor(id), (await readCampaign(id)).stage]).toEqual([[], "DRAFT"]);
  });

  it("is rejected as RANDOM with a code or photo, and the invalid components are counted", async () => {
    const id = await api.createCampaign(publisher, song);
    const photo = { component_type: "PRESELECTED", image: undefined };
    await api.createComponents(publisher, id, [...nine.slice(2), code, photo]);
    await api.patchCampaign(publisher, id, { type: "RANDOM" });
    const { json } = await callActivation("activate", publisher, id);
    const message =
      "A random experience needs exactly nine images and nothing else: 2 missing, 2 that are no images.";
    expect(json.errors).toEqual([{ field: "NEEDS_NINE_TILES", message }]);
    expect(await readCampaign(id)).toMatchObject({ components: 9, images: 7, possible_combinations: 0 });
  });

  it("is rejected for a wrap that is not public, and everything missing is listed", async () => {
    const id = await api.createCampaign(publisher, await api.createDraft(publisher), { type: "RANDOM" });
    await sql`update campaign set promo_image_id = null where id = ${id}`.execute(api.context.db);
    const { json } = await callActivation("activate", publisher, id);
    expect(json.errors).toEqual([
      { field: "SONG_NOT_PUBLIC", message: "Publish the wrap first." },
      { field: "NO_PROMO_IMAGE", message: "Add a promo image." },
      { field: "NEEDS_NINE_TILES", message: expect.stringContaining("exactly nine images") },
    ]);
  });

  it("is accepted if the requirements are met exactly", async () => {
    const random = await api.createCampaign(publisher, song, { type: "RANDOM", max_nfts: "362880" });
    // The order of the tiles matters, not the slot.
    await api.createComponents(publisher, random, Array(9).fill({ slot_number: "1" }));
    const fixed = await api.createCampaign(publisher, song, { type: "FIXED_IMAGE", max_nfts: "1000" });
    expect([(await readCampaign(random)).needs, (await readCampaign(fixed)).needs]).toEqual([[], []]);
  });
});

describe("the resale royalty of an experience", () => {
  const link = async (digits: string, network = "") => {
    const wallet = `0x${digits.repeat(20)}`;
    await sql`
      insert into wallet (address, network, account_id, linked_at)
      values (${wallet}, ${network}, ${publisher.id}, clock_timestamp())`.execute(api.context.db);
    return wallet;
  };
  const unlink = () => sql`delete from wallet where account_id = ${publisher.id}`.execute(api.context.db);
  const initOf = async (id: number) => (await tasksFor(id))[0]?.payload.init;
  const activateWith = (id: number, payload: object, headers: object = {}) =>
    api.call("PATCH", `drop/${id}/activate`, {
      headers: { ...bearer(publisher.token).headers, ...headers },
      payload,
    });

  it("is nothing by default, and a rate from 0 to 10 % with two decimals", async () => {
    const id = await ready();
    expect(await readCampaign(id)).toMatchObject({ royalty_rate: 0, royalty_receiver: null });
    const patch = (royalty_rate: unknown) =>
      api.patchCampaign(publisher, id, { royalty_rate: String(royalty_rate) });
    for (const [rate, message] of [
      ["-1", royaltyTexts.range],
      ["10.5", royaltyTexts.range],
      ["five", royaltyTexts.range],
      ["", royaltyTexts.range],
      ["2.125", royaltyTexts.decimals],
    ] as const) {
      const { status, json } = await patch(rate);
      expect([rate, status, json.errors]).toEqual([rate, 400, [{ field: "royalty_rate", message }]]);
    }
    expect((await patch("7.25")).json.body.royalty_rate).toBe(7.25);
    const { json } = await api.call("GET", `drop/${id}`);
    expect(json.body).toMatchObject({ royalty_rate: 7.25, royalty_receiver: null });
  });

  it("cannot be activated without a linked wallet that works on the network, until it is 0", async () => {
    await link("ee", "LINEA");
    const id = await ready({ royalty_rate: "5" });
    expect((await readCampaign(id)).needs).toEqual(["ROYALTY_WITHOUT_WALLET"]);
    const { status, json } = await callActivation("activate", publisher, id);
    expect([status, json.code]).toEqual([409, "E0032"]);
    expect(json.errors).toEqual([{ field: "ROYALTY_WITHOUT_WALLET", message: royaltyTexts.noWallet }]);
    expect([await tasksFor(id), (await readCampaign(id)).stage]).toEqual([[], "DRAFT"]);
    await api.patchCampaign(publisher, id, { royalty_rate: "0" });
    expect((await callActivation("activate", publisher, id)).json.body.stage).toBe("ACTIVATING");
    expect(await initOf(id)).toMatchObject({ royaltyReceiver: null, royaltyBasisPoints: 0 });
    await unlink();
  });

  it("goes to the first linked wallet, or to the one that was chosen, and is final on activation", async () => {
    const [first, second] = [await link("a1"), await link("b2")];
    const [id, chosen] = [await ready({ royalty_rate: "5" }), await ready({ royalty_rate: "0.5" })];
    await callActivation("activate", publisher, id);
    expect(await initOf(id)).toMatchObject({ royaltyReceiver: first, royaltyBasisPoints: 500 });
    for (const royalty_receiver of [`0x${"c3".repeat(20)}`, "first"]) {
      const { status, json } = await activateWith(chosen, { royalty_receiver });
      expect([status, json.code, json.errors.map(({ field }: { field: string }) => field)]).toEqual([
        400,
        "E0007",
        ["royalty_receiver"],
      ]);
    }
    const key = { "idempotency-key": `royalty-${chosen}` };
    const receiver = { royalty_receiver: second.toUpperCase().replace("0X", "0x") };
    const answers = await Promise.all([1, 2].map(() => activateWith(chosen, receiver, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await activateWith(chosen, { royalty_receiver: first }, key)).json.code).toBe("E0029");
    expect(await initOf(chosen)).toMatchObject({ royaltyReceiver: second, royaltyBasisPoints: 50 });

    // Unlinking afterwards changes nothing: the contract names the address.
    await unlink();
    await deliverOutcome(chosen, deployed);
    const { json } = await api.call("GET", `drop/${chosen}`);
    expect(json.body).toMatchObject({ royalty_rate: 0.5, royalty_receiver: second });
    const change = await api.patchCampaign(publisher, chosen, { royalty_rate: "1" });
    expect([change.json.code, change.json.errors[0].field]).toEqual(["E0032", "royalty_rate"]);
  });

  it("goes to the wallet of the attempt that succeeds", async () => {
    const first = await link("d4");
    const id = await ready({ royalty_rate: "5" });
    await callActivation("activate", publisher, id);
    expect((await readCampaign(id)).royalty_receiver).toBe(first);
    await fail(id);
    expect((await readCampaign(id)).royalty_receiver).toBeNull();
    await unlink();
    const next = await link("e5");
    await callActivation("activate", publisher, id);
    expect(await initOf(id)).toMatchObject({ royaltyReceiver: next });
    expect((await readCampaign(id)).royalty_receiver).toBe(next);
    await unlink();
  });
});

describe("a publisher closing an experience", () => {
  it("completes it, and a repeat changes nothing", { retry: 0 }, async () => {
    const id = await ready();
    expect((await callActivation("close", publisher, id)).json.code).toBe("E0032");
    await callActivation("activate", publisher, id);
    expect((await callActivation("close", publisher, id)).json.code).toBe("E0032");
    await deliverOutcome(id, deployed);
    const answers = await Promise.all([
      callActivation("close", publisher, id),
      callActivation("close", publisher, id),
    ]);
    for (const { json } of answers) {
      expect(json.body).toMatchObject({ stage: "COMPLETED", is_active: false, contract_address: address });
    }
    const events = (await api.events(publisher.id)).filter(({ kind }) => kind === "campaign-closed");
    expect(events.filter(({ detail }) => detail.campaign === id).length).toBe(1);
    expect((await api.call("GET", `drop/${id}`)).json.body.is_active).toBe(false);
  });
});

describe("a publisher deleting an experience", () => {
  it("removes it for everyone", async () => {
    const id = await ready();
    const answers = await Promise.all([remove(publisher, id), remove(publisher, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await api.call("GET", `my/dapp/${id}`, bearer(publisher.token))).status).toBe(404);
    expect((await api.call("GET", `drop/${id}`)).status).toBe(404);
    expect((await api.events(publisher.id)).at(-1)).toEqual({
      kind: "campaign-deleted",
      detail: { campaign: id },
    });
  });

  it("cannot do so while it is active or activating, nor delete its wrap", async () => {
    const wrap = await api.addPublicWrap(publisher);
    const id = await api.createCampaign(publisher, wrap);
    await api.createComponents(publisher, id, [{}]);
    await callActivation("activate", publisher, id);
    const tries = async () => {
      const answers = [
        await remove(publisher, id),
        await api.call("DELETE", `song/${wrap}`, bearer(publisher.token)),
      ];
      return answers.map(({ json }) => json.code);
    };
    expect(await tries()).toEqual(["E0032", "E0026"]);
    await deliverOutcome(id, deployed);
    expect(await tries()).toEqual(["E0032", "E0026"]);
    await callActivation("close", publisher, id);
    expect((await remove(publisher, id)).status).toBe(200);
  });

  it("while it is being activated succeeds with one of the two", async () => {
    const id = await ready();
    const [deleted, activated] = await Promise.all([
      remove(publisher, id),
      callActivation("activate", publisher, id),
    ]);
    expect([deleted.status, activated.status].toSorted()).toEqual(
      deleted.status === 200 ? [200, 404] : [200, 409],
    );
    expect((await tasksFor(id)).length).toBe(deleted.status === 200 ? 0 : 1);
  });

  it("must be its logged-in owner", async () => {
    const id = await ready();
    expect((await remove(other, id)).status).toBe(404);
    expect((await remove(publisher, "not-there")).status).toBe(404);
    expect((await api.call("DELETE", `drop/${id}`)).status).toBe(401);
    expect((await readCampaign(id)).stage).toBe("DRAFT");
  });
});

describe("a publisher withdrawing an activation", () => {
  const withdraw = ({ token }: Person, id: number | string) =>
    api.call("DELETE", `drop/${id}/activate`, bearer(token));

  it("gets a draft that can be changed, activated again and deleted", async () => {
    const id = await ready();
    await callActivation("activate", publisher, id);
    const answers = await Promise.all([withdraw(publisher, id), withdraw(publisher, id)]);
    expect(answers.map(({ json }) => json.body.stage)).toEqual(["DRAFT", "DRAFT"]);
    await api.patchCampaign(publisher, id, { name: "Neap Tables" });
    expect((await callActivation("activate", publisher, id)).json.body.stage).toBe("ACTIVATING");
    const [task] = await tasksFor(id);
    expect(task).toMatchObject({ state: "WAITING", payload: { init: { name: "Neap Tables" } } });
    await withdraw(publisher, id);
    expect((await remove(publisher, id)).status).toBe(200);
    expect((await tasksFor(id)).map(({ state }) => state)).toEqual(["FAILED"]);
  });

  it("does not see one as active that was so before its network was configured", async () => {
    const id = await ready();
    await callActivation("activate", publisher, id);
    // As in the demo catalogue: active, with its contract requested by the seed.
    await sql`update campaign set is_active = true, activated_at = now() where id = ${id}`.execute(
      api.context.db,
    );
    await withdraw(publisher, id);
    expect(await readCampaign(id)).toMatchObject({ stage: "DRAFT", is_active: false, activated_at: null });
  });

  it("cannot do so once a transaction was signed for it, and gets the reason", async () => {
    const id = await ready();
    await callActivation("activate", publisher, id);
    const key = `collection ${id}`;
    const mark = (state: string) =>
      sql`update chain_task set state = ${state}, address = ${address} where key = ${key}`.execute(
        api.context.db,
      );
    // Sent, queued again after a revert, and done before it was reported.
    for (const state of ["SENT", "WAITING", "DONE"]) {
      await mark(state);
      const { status, json } = await withdraw(publisher, id);
      expect([status, json.code, json.message]).toEqual([
        ...[409, "E0032", "The contract transaction is already signed, so activation can’t be cancelled."],
      ]);
    }
    await deliverOutcome(id, deployed);
    expect((await readCampaign(id)).stage).toBe("ACTIVE");
    expect((await withdraw(publisher, id)).json.code).toBe("E0032");
  });

  it("must be its logged-in owner", async () => {
    const id = await ready();
    await callActivation("activate", publisher, id);
    expect((await withdraw(other, id)).status).toBe(404);
    expect((await withdraw(publisher, "not-there")).status).toBe(404);
    expect((await api.call("DELETE", `drop/${id}/activate`)).status).toBe(401);
    expect((await readCampaign(id)).stage).toBe("ACTIVATING");
  });
});
