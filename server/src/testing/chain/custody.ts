import { expect } from "vitest";
import { getTokenOwner } from "../../features/chain/index.ts";
import { openChains } from "../../features.ts";
import { sql } from "../../platform/database/database.ts";
import { openCampaignApi } from "../fixtures/campaigns.ts";
import { bearer, makePremium } from "../fixtures/people.ts";

export type CustodyApi = Awaited<ReturnType<typeof openCustodyApi>>;

/** Like `openCampaignApi`, with the local chain of a preview and a publisher without a wallet, whose tokens are in custody. */
export async function openCustodyApi() {
  const api = await openCampaignApi();
  const { context, databaseUrl: url } = api;
  const chains = await openChains(context.config, context.log);
  const { networks, operatorKey } = await chains.join({ url, db: context.db });
  // Its jobs run again and again until a token is minted, so none of them has to wait for a block.
  const fastNetworks = [...networks].map(
    ([name, network]) => [name, { ...network, idlePausesMs: [5, 10] }] as const,
  );
  context.evm = { networks: new Map(fastNetworks), operatorKey };
  const publisher = await api.addPublisher();
  await makePremium(api, publisher, 86_400 * 30);
  const authorization = bearer(publisher.token);
  const readToken = async (song: number) =>
    (await api.call("GET", `my/song/${song}/nft`, authorization)).json.body;

  return {
    ...api,
    readToken,
    /** Requests the token of a new wrap. Returns the wrap's id. */
    async requestToken(): Promise<number> {
      const song = await api.addPublicWrap(publisher);
      const payload = { mintOn: "LOCAL", useIpfs: false };
      const { status } = await api.call("POST", `song/${song}/nft`, { payload, ...authorization });
      expect(status).toBe(200);
      return song;
    },
    /** Links a wallet to the publisher, and requests that a token goes there. */
    async requestTransfer(song: number, wallet: string): Promise<void> {
      await sql`insert into wallet (address, account_id, linked_at) values (${wallet}, ${publisher.id}, now())`.execute(
        context.db,
      );
      const { status } = await api.call("POST", `song/${song}/nft/transfer`, {
        payload: { wallet },
        ...authorization,
      });
      expect(status).toBe(200);
    },
    /** Unlinks all wallets of the publisher. */
    async unlinkWallets(): Promise<void> {
      await sql`delete from wallet where account_id = ${publisher.id}`.execute(context.db);
    },
    /** Runs jobs until a token is minted. Returns its owner as the API and as the chain say. */
    async readOwners(song: number): Promise<{ api: unknown; chain: unknown }> {
      await api.runJobsUntil(async () => (await readToken(song)).state === "MINTED");
      const { owner, contract_address: contract } = await readToken(song);
      return {
        api: owner,
        chain: await getTokenOwner(context, { network: "LOCAL", contract, tokenId: song }),
      };
    },
    async close(): Promise<void> {
      await chains.stop();
      await api.close();
    },
  };
}
