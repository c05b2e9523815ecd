import { afterAll, beforeAll, expect, test } from "vitest";
import type { House } from "../../../../testing/campaigns.ts";
import { startTestChain, type TestChain } from "../../../../testing/chain.ts";
import { grid, wallets } from "../../../../testing/minting.ts";
import { bearer } from "../../../../testing/people.ts";
import { type FanDesk, openFanDesk } from "../../../../testing/taking-part.ts";
import { getTokenOwner } from "../../../chain/index.ts";

let desk: FanDesk;
let chain: TestChain;
let house: House;
beforeAll(async () => {
  [desk, chain] = await Promise.all([openFanDesk(), startTestChain()]);
  desk.context.evm = chain.evm;
  house = await desk.openHouse();
});
afterAll(async () => {
  await desk.close();
  await chain.stop();
});

test("a participating fan gets one token in that fan's wallet", async () => {
  const [wallet = ""] = wallets(1, 60_000);
  const id = await desk.campaign(house, await desk.publicWrap(house), { max_nfts: "4" });
  await desk.components(house, id, grid(2, 2));
  const campaign = async () => (await desk.own(house, id)).campaign;
  await desk.call("PATCH", `drop/${id}/activate`, bearer(house.token));
  await desk.workUntil(async () => (await campaign()).stage === "ACTIVE");

  const fan = await desk.join();
  const proof = await desk.reserve(fan, id, wallet);
  await Promise.all([desk.confirm(proof), desk.confirm(proof)]);
  const art = async () => (await desk.call("GET", "my/art", bearer(fan.token))).json.body.data;
  await desk.workUntil(async () => (await art())[0]?.minted_at != null);
  const [{ id: tokenId, nft_id, image }, ...others] = await art();
  expect([nft_id, image.width, others]).toEqual([String(tokenId), 900, []]);
  const { contract_address: contract } = await campaign();
  expect(await getTokenOwner(desk.context, { network: "LOCAL", contract, tokenId })).toBe(wallet);
  const confirmed = await desk.confirm(proof);
  expect(confirmed.json.body.participant).toMatchObject({ id: tokenId, nft_id });
  // `totalSupply()`
  const supply = await chain.request("eth_call", { to: contract, data: "0x18160ddd" }, "latest");
  expect(Number(supply)).toBe(1);
}, 240_000);
