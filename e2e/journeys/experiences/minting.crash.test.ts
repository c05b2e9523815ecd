import { afterAll, beforeAll, test } from "vitest";
import { CRASH_TIMEOUT_MS } from "../../../checks/test-limits.ts";
import { type Database, sql } from "../../../server/src/platform/database/database.ts";
import { readCollection } from "../../harness/collection.ts";
import { expect } from "../../harness/expect.ts";
import { type KilledProgram, startKilledProgram } from "../../harness/killed-program.ts";
import { drawLayer } from "../../harness/layer-images.ts";
import { main } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { countMails, waitForMail } from "../../harness/mails.ts";
import { callApi } from "../../harness/people.ts";
import { createDraft, createPublisher, type Publisher } from "../../harness/publisher.ts";
import { startProxy, type TcpProxy } from "../../harness/tcp-proxy.ts";
import { backgroundTimeout } from "../../harness/visit.ts";

let program: KilledProgram;
/** The proxy's address stays the same when the program dies, so that an open page finds it again. */
let proxy: TcpProxy;

beforeAll(async () => {
  program = await startKilledProgram();
  proxy = await startProxy(program.url());
});
afterAll(async () => {
  await program.close();
  await proxy.close();
});

async function restartProgram(): Promise<void> {
  await program.restart();
  proxy.setTarget(program.url());
}

type Counts = { composed: number; minted: number };

const countArtworks = async (db: Database): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    select count(*) filter (where state <> 'DRAWN')::int as composed,
      count(*) filter (where state = 'MINTED')::int as minted
    from participant`.execute(db);
  return rows[0] ?? { composed: 0, minted: 0 };
};

/** Kills the program as soon as its counts fit, and returns them. */
const killWhen = (isReached: (counts: Counts) => boolean) => program.killWhen(countArtworks, isReached);

/** Creates an active experience of nine tiles, which has more combinations than needed. */
async function createActiveExperience(): Promise<{ publisher: Publisher; id: number; contract: string }> {
  const url = program.url();
  const publisher = await createPublisher(url);
  const song = await createDraft(url, publisher);
  await program.queryDatabase((db) =>
    sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(db),
  );
  const picture = (n: number) => drawLayer([n * 28, 255 - n * 28, 120], (x, y) => (x + y) % (n + 2) < n);
  const { id } = await postForm<{ id: number }>(publisher, `drop/${song.id}`, "promo_image", picture(5), {
    name: "Warp and Weft",
    type: "RANDOM",
    network: "LOCAL",
    max_nfts: 0,
  });
  for (let n = 1; n <= 9; n += 1)
    await postForm(publisher, `drop/${id}/component`, "image", picture(n), {
      name: `Tile ${n}`,
      slot_number: n,
      layer_level: 1,
      rarity: 50,
      width: 300,
      anchor_point: "TOP_LEFT",
    });
  await callApi(url, "PATCH", `drop/${id}/activate`, undefined, publisher.token);
  await expect.poll(() => fetchCampaign(publisher, id), backgroundTimeout).toMatchObject({ stage: "ACTIVE" });
  const contract = await program.queryDatabase(async (db) => {
    const { rows } = await sql<{ contract_address: string }>`select contract_address from campaign`.execute(
      db,
    );
    return rows[0]?.contract_address ?? "";
  });
  return { publisher, id, contract };
}

const fetchCampaign = async ({ token }: Publisher, id: number) =>
  (await callApi<{ campaign: { stage: string } }>(program.url(), "GET", `my/dapp/${id}`, undefined, token))
    .campaign;

async function postForm<Body>(
  { token }: Publisher,
  path: string,
  part: string,
  picture: Buffer,
  data: Record<string, unknown>,
): Promise<Body> {
  const form = new FormData();
  form.append("data", JSON.stringify(data));
  form.append(part, new Blob([new Uint8Array(picture)], { type: "image/png" }), "tile.png");
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${program.url()}/api/v1/${path}`, { method: "POST", headers, body: form });
  const answer = (await response.json()) as { success: boolean; body: Body };
  if (!answer.success) throw new Error(`${path} was answered ${JSON.stringify(answer)}`);
  return answer.body;
}

const spotCount = 200;
const wallets = Array.from(
  { length: spotCount },
  (_, at) => `0x${(0xfa_0000 + at).toString(16).padStart(40, "0")}`,
);

test("two hundred addresses get one token each, though the program is killed twice", async () => {
  const { publisher, id, contract } = await createActiveExperience();
  const { page, open, expectAccessible } = await visitAs(publisher, {
    url: proxy.url,
    // While the program is down, the browser logs failed requests too.
    allowed: [/404/, /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|Failed to fetch/, /50\d/],
  });
  await open(`/my/experiences/${id}/mint`);
  await main(page).getByLabel("Wallet addresses").fill(wallets.join("\n"));
  await main(page)
    .getByRole("button", { name: `Mint ${spotCount} artworks` })
    .click();
  await main(page).getByText(`${spotCount} artworks queued.`).waitFor(backgroundTimeout);
  const progress = main(page).getByText(new RegExp(`^\\d+ of ${spotCount} minted$`));
  await progress.waitFor();

  const whileDrawn = await killWhen(({ composed }) => composed >= 20);
  expect(whileDrawn.composed).toBeLessThan(spotCount);
  await restartProgram();
  await killWhen(({ minted }) => minted > whileDrawn.minted);
  // The program is down, and the page keeps its last state.
  await progress.waitFor();
  await restartProgram();

  // The open page finds the program again and shows progress until all are minted.
  await main(page)
    .getByText(`${spotCount} of ${spotCount} minted`)
    .waitFor({ timeout: CRASH_TIMEOUT_MS / 2 });
  await main(page).getByText("Done", { exact: true }).waitFor();
  await expect(main(page).getByText(/failed/)).toHaveCount(0);
  await expectAccessible();

  const minted = await program.queryDatabase(async (db) => {
    const { rows } = await sql<{ id: number; wallet: string; state: string; image_id: string }>`
      select id::int, owner_wallet_address as wallet, state, rendered_image_id as image_id
      from participant order by id`.execute(db);
    return rows;
  });
  expect(minted.length).toBe(spotCount);
  expect(minted.map(({ wallet }) => wallet).toSorted()).toEqual(wallets);
  expect(minted.filter(({ state }) => state !== "MINTED")).toEqual([]);
  expect(new Set(minted.map(({ image_id }) => image_id)).size).toBe(spotCount);

  const collection = readCollection(program.url(), contract);
  expect(await collection.supply()).toBe(spotCount);
  expect(await collection.ownersOf(minted.map((row) => row.id))).toEqual(minted.map(({ wallet }) => wallet));
  expect(await collection.balancesOf(wallets)).toEqual(wallets.map(() => 1));

  const subject = /artworks are minted/;
  const { text } = await waitForMail(program.url(), publisher.email, { subject });
  expect(text).toContain("200 artworks were minted");
  expect(await countMails(program.url(), publisher.email, subject)).toBe(1);
});
