import { afterAll, beforeAll, expect, test } from "vitest";
import type { House } from "../../../../testing/campaigns.ts";
import { startTestChain, type TestChain } from "../../../../testing/chain.ts";
import { grid, type MintingDesk, openMintingDesk, wallets } from "../../../../testing/minting.ts";
import { bearer } from "../../../../testing/people.ts";
import { getTokenOwner } from "../../../chain/index.ts";

let desk: MintingDesk;
let chain: TestChain;
let house: House;
beforeAll(async () => {
  [desk, chain] = await Promise.all([openMintingDesk(), startTestChain()]);
  desk.context.evm = chain.evm;
  house = await desk.openHouse();
});
afterAll(async () => {
  await desk.close();
  await chain.stop();
});

test("two hundred wallets get exactly two hundred tokens, one each, even if jobs run twice", async () => {
  const id = await desk.campaign(house, await desk.publicWrap(house), { max_nfts: "200" });
  await desk.components(house, id, grid(15, 15));
  const campaign = async () => (await desk.own(house, id)).campaign;
  await desk.call("PATCH", `drop/${id}/activate`, bearer(house.token));
  await desk.workUntil(async () => (await campaign()).stage === "ACTIVE");

  const list = wallets(200);
  const { json } = await desk.mint(house, id, { wallets: list });
  const { id: batchId } = json.body;
  await Promise.all([1, 2, 3].map(() => desk.run("fill-batch", { batchId })));
  const [early] = await desk.kept(id);
  const render = () => desk.run("render-artwork", { campaignId: id, participantId: early?.id });
  await Promise.all([render(), render()]);
  const batch = async () =>
    (await desk.call("GET", `my/dapp/${id}/mints`, bearer(house.token))).json.body.data[0];
  await desk.workUntil(async () => (await batch()).finished_at !== null);

  expect(await batch()).toMatchObject({ places: 200, minted: 200, failed: 0 });
  const kept = await desk.kept(id);
  expect(kept.map(({ owner_wallet_address }) => owner_wallet_address)).toEqual(list);
  expect(new Set(kept.map(({ signature }) => signature)).size).toBe(200);
  expect(new Set(kept.map(({ rendered_image_id }) => rendered_image_id)).size).toBe(200);
  const { contract_address: contract, stage, nfts } = await campaign();
  expect([stage, nfts]).toEqual(["COMPLETED", 200]);

  await desk.answer(id);
  await Promise.all(
    kept.map(({ id: participantId }) => desk.run("render-artwork", { campaignId: id, participantId })),
  );
  await desk.run("fill-batch", { batchId });
  await desk.work();
  const owners = await Promise.all(
    kept.map(({ id: tokenId }) => getTokenOwner(desk.context, { network: "LOCAL", contract, tokenId })),
  );
  expect(owners).toEqual(list);
  // `totalSupply()`
  const supply = await chain.request("eth_call", { to: contract, data: "0x18160ddd" }, "latest");
  expect(Number(supply)).toBe(200);
  await desk.work();
  const mails = desk.mails.mails(house.email).filter(({ subject }) => subject?.includes("minted"));
  expect(mails.length).toBe(1);
}, 240_000);
