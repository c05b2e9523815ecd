import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestChain, type TestChain } from "../../../../testing/chain/chain.ts";
import { grid, type MintingApi, openMintingApi, wallets } from "../../../../testing/chain/minting.ts";
import { bearer } from "../../../../testing/fixtures/people.ts";
import { getTokenOwner } from "../../../chain/index.ts";

let api: MintingApi;
let chain: TestChain;
beforeAll(async () => {
  [api, chain] = await Promise.all([openMintingApi(), startTestChain()]);
  api.context.evm = chain.evm;
});
afterAll(async () => {
  await api.close();
  await chain.stop();
});

test("six wallets get exactly six tokens, one each, even if jobs run twice", {
  retry: 0,
}, async () => {
  const publisher = await api.addPublisher();
  const id = await api.createCampaign(publisher, await api.addPublicWrap(publisher), { max_nfts: "6" });
  await api.createComponents(publisher, id, grid(3, 3));
  const campaign = async () => (await api.getOwnCampaign(publisher, id)).campaign;
  await api.call("PATCH", `drop/${id}/activate`, bearer(publisher.token));
  await api.runJobsUntil(async () => (await campaign()).stage === "ACTIVE");

  const list = wallets(6);
  const { json } = await api.mintToWallets(publisher, id, { wallets: list });
  const { id: batchId } = json.body;
  await Promise.all([1, 2, 3].map(() => api.runJob("fill-batch", { batchId })));
  const [early] = await api.listParticipants(id);
  const render = () => api.runJob("render-artwork", { campaignId: id, participantId: early?.id });
  await Promise.all([render(), render()]);
  const batch = async () =>
    (await api.call("GET", `my/dapp/${id}/mints`, bearer(publisher.token))).json.body.data[0];
  await api.runJobsUntil(async () => (await batch()).finished_at !== null);

  expect(await batch()).toMatchObject({ places: 6, minted: 6, failed: 0 });
  const participants = await api.listParticipants(id);
  expect(participants.map(({ owner_wallet_address }) => owner_wallet_address)).toEqual(list);
  expect(new Set(participants.map(({ signature }) => signature)).size).toBe(6);
  expect(new Set(participants.map(({ rendered_image_id }) => rendered_image_id)).size).toBe(6);
  const { contract_address: contract, stage, nfts } = await campaign();
  expect([stage, nfts]).toEqual(["COMPLETED", 6]);

  await api.completeMints(id);
  await Promise.all(
    participants.map(({ id: participantId }) =>
      api.runJob("render-artwork", { campaignId: id, participantId }),
    ),
  );
  await api.runJob("fill-batch", { batchId });
  await api.runDueJobs();
  const owners = await Promise.all(
    participants.map(({ id: tokenId }) =>
      getTokenOwner(api.context, { network: "LOCAL", contract, tokenId }),
    ),
  );
  expect(owners).toEqual(list);
  // `totalSupply()`
  const supply = await chain.request("eth_call", { to: contract, data: "0x18160ddd" }, "latest");
  expect(Number(supply)).toBe(6);
  await api.runDueJobs();
  const mails = api.mails.mails(publisher.email).filter(({ subject }) => subject?.includes("minted"));
  expect(mails.length).toBe(1);
});
