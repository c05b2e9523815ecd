import { expect } from "vitest";
import { allJobs } from "../../features.ts";
import { sql } from "../../platform/database/database.ts";
import { toTaskList } from "../../platform/jobs/queue.ts";
import { openCampaignApi, type Publisher, type Sent } from "../fixtures/campaigns.ts";
import { bearer, type Person } from "../fixtures/people.ts";

export type MintingApi = Awaited<ReturnType<typeof openMintingApi>>;

/** A requested token, as stored. */
type RequestedToken = {
  token_id: number;
  collection: string;
  owner: string;
  then_job: string;
  then_payload: { campaignId: number; participantId: number };
};

/** A participant, as stored. */
type StoredParticipant = {
  id: number;
  participation_id: number;
  name: string;
  owner_wallet_address: string | null;
  state: string;
  signature: string | null;
  rendered_image_id: string | null;
  problem: string | null;
};

/** Returns `count` wallet addresses, in lower case. */
export const wallets = (count: number, first = 1): string[] =>
  Array.from({ length: count }, (_, at) => `0x${(0xb_0000 + first + at).toString(16).padStart(40, "0")}`);

/** Like `openCampaignApi`, with active experiences and minting by a list of wallets. */
export async function openMintingApi(environment: Record<string, string> = {}) {
  const api = await openCampaignApi(environment);
  const { call, context } = api;

  async function runJob(name: string, payload: object): Promise<void> {
    const task = toTaskList(context, allJobs)[name];
    if (task === undefined) throw new Error(`there is no job ${name}`);
    await (task as (payload: unknown) => Promise<void>)(payload);
  }

  async function listRequestedTokens(campaign: number): Promise<RequestedToken[]> {
    const { rows } = await sql<RequestedToken>`
      select token_id, collection, owner, then_job, then_payload from chain_mint
      where (then_payload ->> 'campaignId')::int = ${campaign} order by token_id`.execute(context.db);
    return rows;
  }

  /** Lists the participants of an experience by id. */
  async function listParticipants(campaign: number): Promise<StoredParticipant[]> {
    const { rows } = await sql<StoredParticipant>`
      select id, participation_id, name, owner_wallet_address, state, signature, rendered_image_id, problem
      from participant where campaign_id = ${campaign} order by id`.execute(context.db);
    return rows;
  }

  return {
    ...api,
    runJob,
    listRequestedTokens,
    mintToWallets: (
      person: Person | undefined,
      campaign: number | string,
      body: object,
      headers: Record<string, string> = {},
    ) =>
      call("POST", `drop/${campaign}/mint`, {
        payload: body,
        headers: { ...(person === undefined ? {} : bearer(person.token).headers), ...headers },
      }),
    /** Creates an active experience. Its contract is on no chain. */
    async addActiveCampaign(
      publisher: Publisher,
      song: number,
      forms: Sent = {},
      parts: readonly Sent[] = [],
    ): Promise<number> {
      const id = await api.createCampaign(publisher, song, forms);
      await api.createComponents(publisher, id, parts);
      const { json } = await call("PATCH", `drop/${id}/activate`, bearer(publisher.token));
      expect(json.body?.stage).toBe("ACTIVATING");
      const address = `0x${id.toString(16).padStart(40, "0")}`;
      const outcome = { ok: true, hash: `0x${"1".repeat(64)}`, address };
      await runJob("campaign-deployed", { campaignId: id, attempt: 1, by: publisher.id, outcome });
      return id;
    },
    /** Creates an experience that is active on the network LOCAL. */
    async addActiveCampaignOnChain(
      publisher: Publisher,
      song: number,
      parts: readonly Sent[] = grid(1, 1),
    ): Promise<number> {
      const id = await api.createCampaign(publisher, song);
      await api.createComponents(publisher, id, parts);
      await call("PATCH", `drop/${id}/activate`, bearer(publisher.token));
      await api.runJobsUntil(
        async () => (await api.getOwnCampaign(publisher, id)).campaign.stage === "ACTIVE",
      );
      return id;
    },
    listParticipants,
    /** Mints a token of an experience on the network LOCAL. Returns its id. */
    async mintTo(publisher: Publisher, campaign: number, wallet: string): Promise<number> {
      const existingIds = new Set((await listParticipants(campaign)).map(({ id }) => id));
      await call("POST", `drop/${campaign}/mint`, {
        payload: { wallets: [wallet] },
        ...bearer(publisher.token),
      });
      const findMinted = async () =>
        (await listParticipants(campaign)).find(
          ({ id, state }) => !existingIds.has(id) && state === "MINTED",
        );
      await api.runJobsUntil(async () => (await findMinted()) !== undefined);
      return (await findMinted())?.id ?? 0;
    },
    /** Runs the continuations of all requested tokens of an experience with an outcome. */
    async completeMints(campaign: number, outcome: object = { ok: true, hash: `0x${"2".repeat(64)}` }) {
      for (const { then_job, then_payload } of await listRequestedTokens(campaign)) {
        await runJob(then_job, { ...then_payload, outcome });
      }
    },
  };
}

/** Returns components for two slots, with `first` and `second` images. */
export function grid(first: number, second: number): Sent[] {
  const slot = (slot_number: string, count: number) =>
    Array.from({ length: count }, () => ({ slot_number, layer_level: slot_number }));
  // Smaller, so that the layer below is visible.
  return [...slot("1", first), ...slot("2", second).map((part) => ({ ...part, width: "300" }))];
}
