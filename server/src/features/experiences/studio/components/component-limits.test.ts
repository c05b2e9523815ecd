import { campaignLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
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
let campaign: number;
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
  campaign = await api.createCampaign(publisher, await api.addPublicWrap(publisher));
});

const sendForm = (method: "POST" | "PATCH", path: string, form: Sent) =>
  app.inject({
    method,
    url: `/api/v1/drop/${campaign}/${path}`,
    ...multipart(form, bearer(publisher.token).headers),
  });
const addComponent = () =>
  sendForm("POST", "component", {
    name: "Part",
    slot_number: "1",
    anchor_point: "TOP_LEFT",
    layer_level: "1",
    rarity: "50",
    image: pngFile(20),
  });

/** Stores that the publisher has sent so many components and changes. */
const countRequests = (count: number) =>
  sql`update rate_limit set points = ${count} where key = ${`component:account ${publisher.id}`}`.execute(
    api.context.db,
  );

it("a publisher can add the maximum number of components, place each, simulate and mint, under the usual rate limits", async () => {
  const first = await addComponent();
  expect([first.statusCode, first.headers["ratelimit-remaining"]]).toEqual([200, "599"]);
  await countRequests(campaignLimits.components - 1);
  expect((await addComponent()).statusCode).toBe(200);
  await countRequests(2 * campaignLimits.components - 1);
  const place = await sendForm("PATCH", `component/${first.json().body.id}`, { slot_number: "2" });
  expect(place.statusCode).toBe(200);
  const { headers } = bearer(publisher.token);
  const post = (path: string, payload: object) =>
    app.inject({ method: "POST", url: `/api/v1/drop/${campaign}/${path}`, headers, payload });
  expect((await post("simulation", { samples: 1 })).statusCode).toBe(200);
  // The experience is inactive: the state is rejected, not the count.
  expect((await post("mint", { wallets: `0x${"a".repeat(40)}` })).json().code).toBe("E0032");
});

it("a client that keeps calling gets a Retry-After", async () => {
  const first = await addComponent();
  await countRequests(Number(first.headers["ratelimit-limit"]));
  const { statusCode, headers, json } = await sendForm("PATCH", "component/1", { rarity: "5" });
  expect([statusCode, json().code]).toEqual([429, "E0010"]);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
});
