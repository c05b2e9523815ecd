import { campaignLimits } from "@wrapsody/shared/campaigns.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createServer } from "../../../../server.ts";
import {
  type CampaignApi,
  openCampaignApi,
  type Publisher,
  type Sent,
} from "../../../../testing/fixtures/campaigns.ts";
import { bearer } from "../../../../testing/fixtures/people.ts";
import { pngFile } from "../../../../testing/fixtures/studio.ts";
import { multipart } from "../../../../testing/http/multipart.ts";

let api: CampaignApi;
let publisher: Publisher;
let app: Awaited<ReturnType<typeof createServer>>;
beforeAll(async () => {
  api = await openCampaignApi();
  const config = { ...api.context.config, rateLimits: true };
  app = await createServer({ ...api.context, config }, { site: false });
});
afterAll(async () => {
  await app.close();
  await api.close();
});

beforeEach(async () => {
  // Each test uses up the limits of its caller.
  publisher = await api.addPublisher();
});

const sendForm = (method: "POST" | "PATCH", path: string, form: Sent) =>
  app.inject({ method, url: `/api/v1/${path}`, ...multipart(form, bearer(publisher.token).headers) });

// Sends some four hundred uploads and changes.
it("a publisher can add the maximum number of components, place each, simulate and mint, under the usual rate limits", async () => {
  const campaign = await api.createCampaign(publisher, await api.addPublicWrap(publisher), {
    type: "RANDOM",
  });
  const ids: number[] = [];
  const part = { slot_number: "1", anchor_point: "TOP_LEFT", layer_level: "1", rarity: "50" };
  for (let number = 1; number <= campaignLimits.components; number += 1) {
    const answer = await sendForm("POST", `drop/${campaign}/component`, {
      ...part,
      name: `Part ${number}`,
      image: pngFile(20),
    });
    expect([number, answer.statusCode]).toEqual([number, 200]);
    ids.push(answer.json().body.id);
  }
  for (const [index, id] of ids.entries()) {
    const slot_number = String(1 + (index % 9));
    const answer = await sendForm("PATCH", `drop/${campaign}/component/${id}`, { slot_number });
    expect([index, answer.statusCode]).toEqual([index, 200]);
  }
  const { headers } = bearer(publisher.token);
  const post = (path: string, payload: object) =>
    app.inject({ method: "POST", url: `/api/v1/drop/${campaign}/${path}`, headers, payload });
  expect((await post("simulation", { samples: 1 })).statusCode).toBe(200);
  // The experience is inactive: the state is rejected, not the count.
  expect((await post("mint", { wallets: `0x${"a".repeat(40)}` })).json().code).toBe("E0032");
});

// Sends up to 1,200 requests.
it("a client that keeps calling gets a Retry-After", async () => {
  const campaign = await api.createCampaign(publisher, await api.addPublicWrap(publisher));
  let [answer, count] = [await sendForm("PATCH", `drop/${campaign}/component/1`, { rarity: "5" }), 1];
  // A window may end during the test, so at most the limit of two windows can pass.
  while (answer.statusCode !== 429 && count < 1_201) {
    answer = await sendForm("PATCH", `drop/${campaign}/component/1`, { rarity: "5" });
    count += 1;
  }
  expect([answer.statusCode, answer.json().code]).toEqual([429, "E0010"]);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
});
