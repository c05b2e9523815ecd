import type { Page } from "playwright-core";
import { test } from "vitest";
import { sql } from "../../../server/src/platform/database/database.ts";
import { readCollection } from "../../harness/collection.ts";
import { expect } from "../../harness/expect.ts";
import { type Colour, drawLayer, layerSizePx } from "../../harness/layer-images.ts";
import { button, link, main, waitForText } from "../../harness/locators.ts";
import { visitAs } from "../../harness/logged-in-visit.ts";
import { createPerson } from "../../harness/people.ts";
import { coverPath, createDraft, createPublisher } from "../../harness/publisher.ts";
import { openSharedProgram } from "../../harness/test-program.ts";
import { injectWallet } from "../../harness/wallet.ts";

const program = openSharedProgram();

type Slot = {
  colours: Readonly<Record<string, Colour>>;
  covers: (x: number, y: number) => boolean;
  /** A pixel that only this slot covers in every artwork. */
  at: readonly [number, number];
};

/** Three slots of two components: a background, a disc and a bar. */
const slots: readonly Slot[] = [
  {
    colours: { "Sky blue": [40, 80, 200], "Sky rose": [240, 160, 180] },
    covers: () => true,
    at: [30, 30],
  },
  {
    colours: { "Sun yellow": [250, 210, 40], "Sun red": [220, 50, 30] },
    covers: (x, y) => (x - 450) ** 2 + (y - 400) ** 2 < 200 ** 2,
    at: [450, 400],
  },
  {
    colours: { "Sea black": [10, 10, 20], "Sea teal": [20, 120, 130] },
    covers: (_, y) => y > 700,
    at: [450, 800],
  },
];

/** File names as people use them: `sky-blue.png` becomes the component “Sky blue”. */
const buildFiles = ({ colours, covers }: Slot) =>
  Object.entries(colours).map(([name, colour]) => ({
    name: `${name.toLowerCase().replace(" ", "-")}.png`,
    mimeType: "image/png",
    buffer: drawLayer(colour, covers),
  }));

/** Reads colours of an image at some points, as the browser decodes it. */
function readColours(
  page: Page,
  path: string,
  points: readonly (readonly [number, number])[],
): Promise<number[][]> {
  return page.evaluate(
    async ([address, points, whole]) => {
      const answer = await fetch(address);
      const picture = await createImageBitmap(await answer.blob());
      const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d", {
        willReadFrequently: true,
      });
      canvas?.drawImage(picture, 0, 0);
      const scale = picture.width / whole;
      return points.map(([x, y]) => [
        ...(canvas?.getImageData(x * scale, y * scale, 1, 1).data.slice(0, 3) ?? []),
      ]);
    },
    [path, points, layerSizePx] as const,
  );
}

const isNear = (actual: readonly number[], expected: Colour) =>
  actual.length === 3 && actual.every((value, index) => Math.abs(value - (expected[index] ?? 0)) < 12);

/** Creates an experience from six images and opens it to fans. Returns its pretty id and contract. */
async function buildExperience(): Promise<{ prettyId: string; contract: string }> {
  const publisher = await createPublisher(program.url);
  const song = await createDraft(program.url, publisher, { name: "Salt Meridian" });
  await sql`update song set status = 'ACTIVE' where id = ${song.id}`.execute(program.db);
  // Wraps that are public without audio answer 404 to the player.
  const { page, open, follow } = await visitAs(publisher, { url: program.url, allowed: [/404/] });
  await open(`/my/experiences/create?song=${song.id}`);
  await main(page).getByLabel("Name").fill("Tide Tables");
  await main(page).getByLabel("Description").fill("Every tide of a year, one each.");
  await main(page).locator("input[name=promo_image]").setInputFiles(coverPath("salt-meridian"));
  await main(page).getByLabel("Number of spots").fill("8");
  await button(page, "Create experience").click();
  await page.waitForURL(/\/my\/experiences\/\d+$/);
  const id = Number(page.url().split("/").at(-1));

  await follow(`/my/experiences/${id}/components`);
  for (const [at, slot] of slots.entries()) {
    // The first slot is expanded initially.
    if (at > 0) await button(page, `Slot ${at + 1} Empty`).click();
    await main(page)
      .getByLabel(`Add images to slot ${at + 1}`)
      .setInputFiles(buildFiles(slot));
    for (const name of Object.keys(slot.colours))
      await main(page)
        .getByRole("option", { name: new RegExp(`^${name}`) })
        .first()
        .waitFor();
  }

  await follow(`/my/experiences/${id}`);
  await button(page, "Activate").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Activate" }).click();
  await waitForText(page, "Tide Tables is active. Fans can join.");
  const { rows } = await sql<{ prettyId: string; contract: string }>`
    select pretty_id as "prettyId", contract_address as contract from campaign where id = ${id}`.execute(
    program.db,
  );
  const [created] = rows;
  if (created === undefined) throw new Error("The experience is gone.");
  return created;
}

type Metadata = {
  name: string;
  image: string;
  external_url: string;
  attributes: { trait_type: string; value: string | number }[];
};

// Walks through the whole product, from the first image to the token.
test("six images become an experience, and a fan owns an artwork of it on the chain", async () => {
  const { prettyId, contract } = await buildExperience();
  const fan = await createPerson(program.url);
  const { page, open, follow } = await visitAs(fan, { url: program.url, allowed: [/404/] });
  const wallet = await injectWallet(page, { url: program.url, name: "Journey Wallet" });
  const [address = ""] = wallet.addresses;

  await open(`/experiences/${prettyId}`);
  await link(page, /Participate/).click();
  await page.waitForURL(/\/participate$/);
  await button(page, /Journey Wallet/).click();
  await waitForText(page, "Connected: Journey Wallet");
  await button(page, "Reserve my spot").click();
  await main(page).getByRole("heading", { name: "Your artwork is ready" }).waitFor();
  await main(page).getByRole("img", { name: "Artwork 1 of Tide Tables" }).first().waitFor();

  const { rows } = await sql<{
    id: number;
    wallet: string;
  }>`select id::int, owner_wallet_address as wallet from participant where lower(owner_wallet_address) = lower(${address})`.execute(
    program.db,
  );
  expect(rows.map((row) => row.wallet)).toEqual([address]);
  const token = rows[0]?.id ?? 0;
  const collection = readCollection(program.url, contract);
  expect(await collection.supply()).toBe(1);
  expect(await collection.ownerOf(token)).toBe(address);

  // Does what a marketplace does: reads the token's metadata and its image.
  const answer = await fetch(await collection.uriOf(token));
  expect(answer.status).toBe(200);
  const metadata = (await answer.json()) as Metadata;
  expect(metadata).toMatchObject({ name: "Tide Tables No. 1" });
  const drawn = metadata.attributes
    .filter(({ trait_type }) => trait_type.startsWith("Slot"))
    .map(({ value }) => String(value));
  expect(drawn.length).toBe(3);
  const image = await fetch(metadata.image);
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/jpeg"]);

  // Each slot shows the component named in the metadata.
  const actual = await readColours(
    page,
    new URL(metadata.image).pathname,
    slots.map(({ at }) => at),
  );
  for (const [at, { colours }] of slots.entries()) {
    const expected = colours[drawn[at] ?? ""];
    expect(expected, `slot ${at + 1} is one of its components`).toBeDefined();
    expect(isNear(actual[at] ?? [], expected ?? [0, 0, 0]), `${drawn[at]} is seen, not ${actual[at]}`).toBe(
      true,
    );
  }

  // The token links to its page on the site.
  await follow(new URL(metadata.external_url).pathname);
  await waitForText(page, drawn[0] ?? "");
});
