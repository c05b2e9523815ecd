import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { CANVAS_SIDE_PX } from "@wrapsody/shared/experiences/placing.ts";
import type { postSamples } from "@wrapsody/shared/experiences/samples.ts";
import { spotCodeProblems } from "@wrapsody/shared/experiences/spot-codes.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import { createServer } from "../../../../server.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Sent } from "../../../../testing/fixtures/campaigns.ts";
import { bearer, type Person } from "../../../../testing/fixtures/people.ts";
import { type CodeApi, openCodeApi } from "../../../../testing/fixtures/spot-codes.ts";
import { pngFile } from "../../../../testing/fixtures/studio.ts";
import { encodeQr } from "../../../artwork/index.ts";
import { drawSeries } from "../../drawing/draw-series.ts";
import { listComponents } from "../../public/campaigns.data.ts";

type Samples = AnswerOf<typeof postSamples>;

let api: CodeApi;
let fan: Person;
beforeAll(async () => {
  api = await openCodeApi();
  fan = await api.join();
});
afterAll(() => api.close());

const request = (id: number | string, person?: Person, payload: object = {}) =>
  api.call("POST", `drop/${id}/samples`, {
    ...(person === undefined ? {} : bearer(person.token)),
    payload,
  });

async function draw(id: number, person = fan): Promise<Samples> {
  const { status, json } = await request(id, person);
  expect(status).toBe(200);
  return json.body;
}

const addExperience = (fields: Sent, components: readonly Sent[]) =>
  api.addActiveCampaign(api.publisher, api.song, fields, components);

describe("samples of an experience", () => {
  it("are different artworks with one component of each slot, and the same at every request", async () => {
    const id = await addExperience({}, grid(6, 6));
    const first = await draw(id);
    expect(first.samples.length).toBe(24);
    const names = first.samples.map(({ components }) => components.join(" "));
    expect(new Set(names).size).toBe(24);
    for (const { components, layers } of first.samples)
      expect([components.length, layers.length]).toEqual([2, 2]);
    expect(await draw(id, await api.join())).toEqual(first);
    const { samples } = await draw(await addExperience({}, grid(6, 6)));
    expect(samples.map(({ components }) => components.join(" "))).not.toEqual(names);
  });

  it("follow the weights of components and leave out used-up ones", async () => {
    const slots = [
      { name: "Calm", slot_number: "1", rarity: "5" },
      { name: "Squall", slot_number: "1", rarity: "95" },
      { name: "Single", slot_number: "1", rarity: "50", max_permitted: "1" },
      ...Array.from({ length: 24 }, () => ({ slot_number: "2" })),
    ];
    const id = await addExperience({}, slots);
    const countOf = ({ samples }: Samples, name: string) =>
      samples.filter(({ components }) => components.includes(name)).length;
    const before = await draw(id);
    expect(countOf(before, "Calm")).toBeGreaterThan(countOf(before, "Squall"));
    expect(countOf(before, "Single")).toBeGreaterThan(0);
    await sql`update component set drawn = 1 where campaign_id = ${id} and name = 'Single'`.execute(
      api.context.db,
    );
    expect(countOf(await draw(id), "Single")).toBe(0);
  });

  it("neither depend on the secret seed and on artworks nor change what is drawn", async () => {
    const id = await addExperience({}, grid(4, 4));
    const before = await draw(id);
    await sql`update campaign set seed = 'another secret' where id = ${id}`.execute(api.context.db);
    for (const wallet of wallets(3, 97_000)) {
      await api.confirmOrder(await api.reserve(fan, id, wallet));
      expect(await draw(id)).toEqual(before);
    }
    const { rows } = await sql<{ order: string; drawn: number[] }>`
      select participation_id as order, drawn from participant where campaign_id = ${id} order by id`.execute(
      api.context.db,
    );
    const seeds = rows.map(({ order }) => `another secret ${order}`);
    const drawn = { used: new Map<number, number>(), taken: new Set<string>() };
    const series = drawSeries("GENERATIVE", await listComponents(api.context.db, id), { seeds, drawn });
    expect(rows.map((row) => row.drawn)).toEqual(series.map((each) => each?.map((part) => part.id)));
    expect(rows.length).toBe(3);
  });

  it("have a place for the photo, and a QR code that leads to the experience instead of its link", async () => {
    const photo = { component_type: "PRESELECTED", image: undefined, slot_number: "2", width: "300" };
    const code = {
      component_type: "QR_CODE",
      image: undefined,
      slot_number: "3",
      qr_code_link: "https://example.org/secret",
      secure_link: "true",
      qr_code_width: "300",
      fg_color: "#102030",
      bg_color: "#f0f0f0",
      anchor_point: "BOTTOM_RIGHT",
    };
    const id = await addExperience({}, [{ slot_number: "1", width: "900" }, photo, code]);
    const { samples, qr_rows } = await draw(id);
    expect(samples.length).toBe(1);
    const square = (left: number) => ({ left, top: left, width: 300, height: 300 });
    const whole = { left: 0, top: 0, width: CANVAS_SIDE_PX, height: CANVAS_SIDE_PX };
    expect(samples[0]?.layers).toEqual([
      { kind: "IMAGE", image: expect.objectContaining({ width: 60, height: 60 }), box: whole },
      { kind: "PHOTO", box: square(0) },
      { kind: "QR_CODE", foreground: "#102030", background: "#f0f0f0", box: square(600) },
    ]);
    const { pretty_id } = (await api.call("GET", `drop/${id}`)).json.body;
    expect(qr_rows).toEqual(encodeQr(`${api.context.publicUrl}/experiences/${pretty_id}`).rows);
    expect(JSON.stringify(samples)).not.toContain("example.org");
  });

  it("are shuffled tiles for RANDOM, and one for a fixed image without a choice", async () => {
    const nine = Array.from({ length: 9 }, (_, tile) => ({ slot_number: String(tile + 1) }));
    const { samples } = await draw(await addExperience({ type: "RANDOM" }, nine));
    expect([samples.length, ...new Set(samples.map(({ layers }) => layers.length))]).toEqual([24, 9]);
    const fixed = { type: "FIXED_IMAGE", promo_image: pngFile(600, 300), max_nfts: "10" };
    const plain = (await draw(await addExperience(fixed, []))).samples;
    expect(plain).toMatchObject([{ components: [], layers: [{ kind: "IMAGE", image: { width: 600 } }] }]);
  });

  it("are drawn of many QR codes too, of which all combinations count as one", async () => {
    const codes = Array.from({ length: 45 }, (_, at) => ({
      component_type: "QR_CODE",
      image: undefined,
      qr_code_link: "https://example.org/",
      qr_code_width: "200",
      slot_number: String(1 + (at % 9)),
    }));
    const id = await addExperience({ max_nfts: "1" }, codes);
    expect((await draw(id)).samples.length).toBe(24);
  });
});

describe("a request for samples", () => {
  it("requires a session, a public experience and a valid body", async () => {
    const id = await addExperience({}, grid(2, 2));
    expect((await request(id)).status).toBe(401);
    expect((await request("not-there", fan)).status).toBe(404);
    expect((await request(id, fan, { code: "" })).json.errors).toEqual([
      { field: "code", message: spotCodeProblems.invalid },
    ]);
    expect((await request(id, fan, { code: 7 })).status).toBe(400);
    expect((await request(id, fan, { samples: 50 })).json).toMatchObject({
      code: "E0007",
      errors: [{ field: "samples" }],
    });
  });

  it("is refused in someone else's private experience, unless a code invites", async () => {
    const id = await addExperience({ is_public_mintable: "false" }, grid(2, 2));
    const refused = await request(id, fan);
    expect([refused.status, refused.json.code]).toEqual([403, "E0034"]);
    expect((await request(id, api.publisher)).status).toBe(200);
    const { codes } = await api.addCodes(id, { discount: "FREE" });
    const invited = await request(id, fan, { code: codes[0]?.code });
    expect([invited.status, invited.json.body.samples.length]).toEqual([200, 4]);
    expect((await request(id, fan, { code: "0000-0000-0000-0000" })).json.errors).toEqual([
      { field: "code", message: spotCodeProblems.invalid },
    ]);
  });

  it("is limited per account", async () => {
    const id = await addExperience({}, grid(2, 2));
    const config = { ...api.context.config, rateLimits: true };
    const app = await createServer({ ...api.context, config }, { site: false });
    const send = async (person: Person) => {
      const { headers } = bearer(person.token);
      return app.inject({ method: "POST", url: `/api/v1/drop/${id}/samples`, headers, payload: {} });
    };
    const eager = await api.join();
    let [answer, count] = [await send(eager), 1];
    // A window may end during the test, so at most the limit of two windows can pass.
    while (answer.statusCode === 200 && count < 121) {
      answer = await send(eager);
      count += 1;
    }
    expect([answer.statusCode, answer.json().code]).toEqual([429, "E0010"]);
    expect((await send(fan)).statusCode).toBe(200);
    await app.close();
  });
});
