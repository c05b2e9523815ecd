import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestChain, type TestChain } from "../../../../testing/chain/chain.ts";
import { grid, wallets } from "../../../../testing/chain/minting.ts";
import type { Publisher } from "../../../../testing/fixtures/campaigns.ts";
import { bearer } from "../../../../testing/fixtures/people.ts";
import { type FanApi, openFanApi } from "../../../../testing/fixtures/taking-part.ts";
import { getTokenOwner } from "../../../chain/index.ts";

let api: FanApi;
let chain: TestChain;
let publisher: Publisher;
beforeAll(async () => {
  [api, chain] = await Promise.all([openFanApi(), startTestChain()]);
  api.context.evm = chain.evm;
  publisher = await api.addPublisher();
});
afterAll(async () => {
  await api.close();
  await chain.stop();
});

test("a participating fan gets one token in that fan's wallet", async () => {
  const [wallet = ""] = wallets(1, 60_000);
  const id = await api.createCampaign(publisher, await api.addPublicWrap(publisher), { max_nfts: "4" });
  await api.createComponents(publisher, id, grid(2, 2));
  const campaign = async () => (await api.getOwnCampaign(publisher, id)).campaign;
  await api.call("PATCH", `drop/${id}/activate`, bearer(publisher.token));
  await api.runJobsUntil(async () => (await campaign()).stage === "ACTIVE");

  const fan = await api.join();
  const proof = await api.reserve(fan, id, wallet);
  await Promise.all([api.confirmOrder(proof), api.confirmOrder(proof)]);
  const art = async () => (await api.call("GET", "my/art", bearer(fan.token))).json.body.data;
  await api.runJobsUntil(async () => (await art())[0]?.minted_at != null);
  const [{ id: tokenId, nft_id, image }, ...others] = await art();
  expect([nft_id, image.width, others]).toEqual([String(tokenId), 900, []]);
  const { contract_address: contract } = await campaign();
  expect(await getTokenOwner(api.context, { network: "LOCAL", contract, tokenId })).toBe(wallet);
  const confirmed = await api.confirmOrder(proof);
  expect(confirmed.json.body.participant).toMatchObject({ id: tokenId, nft_id });
  // `totalSupply()`
  const supply = await chain.request("eth_call", { to: contract, data: "0x18160ddd" }, "latest");
  expect(Number(supply)).toBe(1);
});
