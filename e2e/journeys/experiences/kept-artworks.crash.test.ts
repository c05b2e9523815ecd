import { afterAll, beforeAll, test } from "vitest";
import { type Database, sql } from "../../../server/src/platform/database/database.ts";
import { scaleRuns } from "../../../server/src/testing/fuzz/random.ts";
import { readCollection } from "../../harness/collection.ts";
import { expect } from "../../harness/expect.ts";
import { createExperience, type Experience } from "../../harness/experiences.ts";
import { type KilledProgram, startKilledProgram } from "../../harness/killed-program.ts";
import { callApi, createPerson, createToken } from "../../harness/people.ts";
import { backgroundTimeout } from "../../harness/visit.ts";

let program: KilledProgram;
beforeAll(async () => {
  program = await startKilledProgram();
});
afterAll(() => program.close());

/** An artwork without a wallet, on its way to the chain. */
type Progress = { state: string; mint: string | null };

/** Each names the step after which the program is killed. A step that is over sooner counts, too. */
const killPoints = {
  "drawn, before the picture is stored": () => true,
  "on its way to the database with its wallet": () => true,
  "given a wallet": ({ state }: Progress) => state === "MINTING" || state === "MINTED",
  "broadcast to the chain": ({ mint }: Progress) => mint === "SENT" || mint === "DONE",
  mined: ({ mint }: Progress) => mint === "DONE",
};
type KillPoint = keyof typeof killPoints;
const RUNS_PER_POINT = scaleRuns(2);

type Row = Progress & { id: number; name: string; image: string | null; wallet: string | null };

async function readArtwork(db: Database, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select p.id::int, p.name, p.rendered_image_id as image, p.owner_wallet_address as wallet, p.state, m.state as mint
    from participant p left join chain_mint m on m.token_id = p.id where p.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no artwork ${id}.`);
  return row;
}
const fetchArtwork = (id: number) => program.queryDatabase((db) => readArtwork(db, id));

/** Joins without a wallet and returns the artwork, which is not rendered yet. */
async function keepArtwork({ id }: Experience, token: string): Promise<{ id: number; name: string }> {
  const url = program.url();
  const { redirect } = await callApi<{ redirect: string }>(
    url,
    "POST",
    `payment/${id}`,
    { keep: true },
    token,
  );
  const query = new URL(redirect).searchParams;
  const credentials = { code: query.get("c"), orderId: query.get("i") };
  const { participant } = await callApi<{ participant: { id: number; name: string } }>(
    url,
    "POST",
    "payment/confirm",
    credentials,
  );
  return participant;
}

const giveWallet = (id: number, wallet: string, token: string) =>
  callApi(program.url(), "PATCH", `my/art/${id}`, { wallet }, token);

/** Kills the program at a point of the artwork's way, and starts it again. Returns the picture that the artwork had before. */
async function killAt(point: KillPoint, id: number, give: () => Promise<unknown>): Promise<string | null> {
  let picture: string | null = null;
  if (point !== "drawn, before the picture is stored") {
    await expect.poll(async () => (await fetchArtwork(id)).state, backgroundTimeout).toBe("KEPT");
    picture = (await fetchArtwork(id)).image;
    expect(picture).not.toBeNull();
    // The response may be lost with the program.
    void give().catch(() => undefined);
  }
  await program.killWhen((db) => readArtwork(db, id), killPoints[point]);
  await program.restart();
  return picture;
}

test("kept artworks are minted exactly once, with their number and picture, over two kills at each step", async () => {
  const pictures = ["salt-meridian", "concrete-lullaby", "kiln", "sodium", "lamp-room"];
  const { experience } = await program.queryDatabase((db) =>
    createExperience({ url: program.url(), db }, { pictures }),
  );
  const token = await createToken(program.url(), await createPerson(program.url()));
  const points = Object.keys(killPoints) as KillPoint[];
  const runs = Array.from({ length: RUNS_PER_POINT }, () => points).flat();
  const wallets = runs.map((_, run) => `0x${(0xce_0000 + run).toString(16).padStart(40, "0")}`);
  const minted: Row[] = [];
  for (const [run, point] of runs.entries()) {
    const wallet = wallets[run] ?? "";
    const { id, name } = await keepArtwork(experience, token);
    const picture = await killAt(point, id, () => giveWallet(id, wallet, token));
    // The owner repeats the call, which changes nothing if it took effect before; another wallet is too late.
    await giveWallet(id, wallet, token);
    await expect(giveWallet(id, `0x${"d".repeat(40)}`, token)).rejects.toThrow("E0087");
    await expect.poll(async () => (await fetchArtwork(id)).state, backgroundTimeout).toBe("MINTED");
    const artwork = await fetchArtwork(id);
    expect(artwork).toMatchObject({ id, name: `Tide Tables No. ${run + 1}`, wallet, mint: "DONE" });
    expect(artwork.name).toBe(name);
    if (picture !== null) expect(artwork.image).toBe(picture);
    minted.push(artwork);
  }
  expect(new Set(minted.map(({ image }) => image)).size).toBe(runs.length);

  const contract = await program.queryDatabase(async (db) => {
    const { rows } = await sql<{ contract_address: string }>`select contract_address from campaign`.execute(
      db,
    );
    return rows[0]?.contract_address ?? "";
  });
  const collection = readCollection(program.url(), contract);
  expect(await collection.supply()).toBe(runs.length);
  expect(await collection.ownersOf(minted.map(({ id }) => id))).toEqual(wallets);
  expect(await collection.balancesOf(wallets)).toEqual(wallets.map(() => 1));
  expect(await collection.balancesOf([`0x${"d".repeat(40)}`])).toEqual([0]);
});
