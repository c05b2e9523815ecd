import { sql } from "../platform/database/database.ts";
import { openMintingApi } from "./minting.ts";
import type { FileSent } from "./multipart.ts";
import { multipart } from "./multipart.ts";
import { bearer, type Person } from "./people.ts";

export type FanApi = Awaited<ReturnType<typeof openFanApi>>;

/** The credentials that confirm an order. */
export type Proof = { orderId: string; code: string };

/** An order, as stored. */
export type KeptOrder = {
  id: number;
  exposed_id: string;
  account_id: string | null;
  wallet: string;
  state: string;
  total_cents: number;
  fee_cents: number;
  payee_id: string | null;
  expires_at: string | null;
  completed_at: string | null;
};

/** Reads the credentials from a confirmation page's URL. */
export function proofIn(redirect: string): Proof {
  const query = new URL(redirect).searchParams;
  return { orderId: query.get("i") ?? "", code: query.get("c") ?? "" };
}

/** Like `openMintingApi`, with helpers for fans. */
export async function openFanApi() {
  const api = await openMintingApi();
  const { call, context } = api;
  const { db } = context;

  function takePart(
    person: Person | undefined,
    campaign: number | string,
    wallet: string,
    headers: Record<string, string> = {},
  ) {
    const session = person === undefined ? {} : bearer(person.token).headers;
    return call("POST", `payment/${campaign}`, { payload: { wallet }, headers: { ...session, ...headers } });
  }

  const confirm = (proof: Proof) => call("POST", "payment/confirm", { payload: proof });

  return {
    ...api,
    takePart,
    confirm,
    access: (campaign: number | string, person?: Person) =>
      call("GET", `drop/${campaign}/access`, person === undefined ? {} : bearer(person.token)),
    /** Reserves a spot and returns its credentials. */
    async reserve(person: Person, campaign: number, wallet: string): Promise<Proof> {
      return proofIn((await takePart(person, campaign, wallet)).json.body.redirect);
    },
    async orders(campaign: number): Promise<KeptOrder[]> {
      const { rows } = await sql<KeptOrder>`
        select id, exposed_id, account_id, wallet, state, total_cents, fee_cents, payee_id, expires_at, completed_at
        from participation where campaign_id = ${campaign} order by id`.execute(db);
      return rows;
    },
    /** Counts taken and reserved spots, and the orders that hold one. */
    async places(campaign: number): Promise<{ taken: number; held: number; participants: number }> {
      const { rows } = await sql<{ taken: number; held: number; participants: number }>`
        select c.taken, c.participants, (select count(*) from participation p where p.campaign_id = c.id
          and p.state not in ('EXPIRED', 'REFUNDED')) as held
        from campaign c where c.id = ${campaign}`.execute(db);
      return rows[0] ?? { taken: -1, held: -1, participants: -1 };
    },
    /** Returns a user's points for a wrap. */
    points: async ({ token }: Person, song: number) =>
      (await call("GET", `my/rewards/${song}`, bearer(token))).json.body,
    needed: ({ orderId, code }: Proof) =>
      call("GET", `payment/${orderId}/preselected?code=${encodeURIComponent(code)}`),
    sendPhoto: (
      { orderId, code }: Proof,
      slot: { slot_number: number; preselected_id: number },
      photo: FileSent | undefined,
    ) =>
      call(
        "POST",
        "nft/uploadPreselected",
        multipart({
          transaction_id: orderId,
          code,
          photo,
          slot_number: String(slot.slot_number),
          preselected_id: String(slot.preselected_id),
        }),
      ),
  };
}
