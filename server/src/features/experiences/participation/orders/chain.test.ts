import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../../../platform/database/database.ts";
import {
  listMetadataUpdates,
  readRoyalty,
  startTestChain,
  type TestChain,
} from "../../../../testing/chain/chain.ts";
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

test("a participating fan gets one token in that fan's wallet, whose royalty goes to the publisher", {
  retry: 0,
}, async () => {
  const [wallet = ""] = wallets(1, 60_000);
  const royaltyWallet = `0x${randomBytes(20).toString("hex")}`;
  await sql`
    insert into wallet (address, account_id, linked_at)
    values (${royaltyWallet}, ${publisher.id}, now())`.execute(api.context.db);
  const terms = { max_nfts: "4", royalty_rate: "2.5" };
  const id = await api.createCampaign(publisher, await api.addPublicWrap(publisher), terms);
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
  expect(await readRoyalty(chain, { contract, tokenId })).toEqual([royaltyWallet, 250n]);
  const confirmed = await api.confirmOrder(proof);
  expect(confirmed.json.body.participant).toMatchObject({ id: tokenId, nft_id });
  await expectDescriptionRefresh(id, contract);
  // `totalSupply()`
  const supply = await chain.request("eth_call", { to: contract, data: "0x18160ddd" }, "latest");
  expect(Number(supply)).toBe(1);
});

/** Fans and marketplaces read the description in the metadata of each token, but not the name. */
async function expectDescriptionRefresh(id: number, contract: string): Promise<void> {
  const { context } = api;
  const refresh = async () => {
    context.clock.move(2 * 60 * 60);
    await Promise.all([1, 2].map(() => api.runJob("refresh-collection-metadata", {})));
    await api.runJob("refresh-collection-metadata", {});
    await api.runJobsUntil(async () => {
      const { rows } = await sql`select 1 from chain_task where state in ('WAITING', 'SENT')`.execute(
        context.db,
      );
      return rows.length === 0;
    });
    return listMetadataUpdates(chain, contract);
  };
  await api.patchCampaign(publisher, id, { name: "Renamed" });
  expect(await refresh()).toEqual([]);
  for (let edit = 1; edit <= 10; edit++)
    await api.patchCampaign(publisher, id, { description: `Description ${edit}` });
  expect(await refresh()).toEqual(["all"]);
  expect(await refresh()).toEqual(["all"]);
}
