import { sql } from "../platform/database/database.ts";
import { CHAIN_TIMEOUT_MS } from "./chain.ts";
import { type FileSent, multipart } from "./multipart.ts";
import { bearer, type Person } from "./people.ts";
import { openStudio, pngFile } from "./studio.ts";

/** Parts of a form; undefined omits one. */
export type Sent = Readonly<Record<string, string | FileSent | undefined>>;
type Headers = Record<string, string>;
export type Publisher = Person & { artist: number };
export type CampaignApi = Awaited<ReturnType<typeof openCampaignApi>>;

/** Like `openStudio`, with helpers for experiences. LOCAL is the only network. */
export async function openCampaignApi() {
  const studio = await openStudio();
  const { call, context } = studio;
  const local = { name: "LOCAL", chainId: 31_337, rpcUrl: "http://127.0.0.1:1", confirmations: 1 };
  context.evm = { ...context.evm, networks: new Map([[local.name, local]]) };

  function sendCampaign({ token }: Person, song: string | number, form: Sent = {}, headers: Headers = {}) {
    const parts = { name: "Tide Tables", network: "LOCAL", promo_image: pngFile(), ...form };
    return call("POST", `drop/${song}`, multipart(parts, { ...bearer(token).headers, ...headers }));
  }

  function sendComponent(
    { token }: Person,
    campaign: string | number,
    form: Sent = {},
    headers: Headers = {},
  ) {
    const placed = { slot_number: "1", anchor_point: "TOP_LEFT", layer_level: "1", rarity: "50" };
    const parts = { name: "Squall", ...placed, image: pngFile(), ...form };
    return call(
      "POST",
      `drop/${campaign}/component`,
      multipart(parts, { ...bearer(token).headers, ...headers }),
    );
  }

  return {
    ...studio,
    sendCampaign,
    sendComponent,
    change: ({ token }: Person, campaign: string | number, form: Sent) =>
      call("PATCH", `drop/${campaign}`, multipart(form, bearer(token).headers)),
    /** Creates a public wrap of a publisher and returns its id. */
    async publicWrap(publisher: Publisher): Promise<number> {
      const song = await studio.draft(publisher);
      await sql`update song set status = 'ACTIVE' where id = ${song}`.execute(context.db);
      return song;
    },
    /** Creates an experience of a publisher and returns its id. */
    async campaign(publisher: Publisher, song: number, form: Sent = {}): Promise<number> {
      const { json } = await sendCampaign(publisher, song, form);
      return json.body.id;
    },
    /** Creates components, each with an image of its own, and returns their ids. */
    async components(publisher: Publisher, campaign: number, forms: readonly Sent[]): Promise<number[]> {
      const ids: number[] = [];
      for (const [index, parts] of forms.entries()) {
        const colour = `#${(0x20_30_40 + index * 0x0a_14_07).toString(16).padStart(6, "0")}`;
        const { json } = await sendComponent(publisher, campaign, {
          name: `Part ${index + 1}`,
          image: pngFile(60, 60, colour),
          ...parts,
        });
        ids.push(json.body.id);
      }
      return ids;
    },
    /**
     * Runs the jobs and the transaction manager of LOCAL until a condition holds, because the chain mines on
     * its own schedule.
     */
    async workUntil(isSo: () => Promise<boolean>): Promise<void> {
      const deadline = performance.now() + CHAIN_TIMEOUT_MS / 2;
      // Not a poll, which would continue past a failed job.
      while (performance.now() < deadline) {
        await sql`select graphile_worker.add_job('work-on-chain', '{"network":"LOCAL"}')`.execute(context.db);
        await studio.work();
        if (await isSo()) return;
      }
      throw new Error("it does not come to an end");
    },
    own: async ({ token }: Person, campaign: string | number) =>
      (await call("GET", `my/dapp/${campaign}`, bearer(token))).json.body,
  };
}
