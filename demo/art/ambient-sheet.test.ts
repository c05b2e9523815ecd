import { readdir, readFile, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import { pickAmbientColors } from "../../server/src/features/artwork/ambient-colors.ts";
import { samplePixels } from "../../server/src/features/artwork/images.ts";

/** Made again by `MAKE_GOLDEN=1 npx vitest run --project server demo/art/ambient-sheet.test.ts`. */
const makes = process.env.MAKE_GOLDEN === "1";
const golden = new URL("golden/ambient-sheet.png", import.meta.url);

const SIDE = 120;
const PANEL_WIDTH = 72;
const COLUMNS = 8;

type Cover = { name: string; bytes: Buffer; ambient: string; on_ambient: string };

/** Every cover, portrait and promo image of the demo catalogue with its colours. */
async function readCovers(): Promise<Cover[]> {
  const covers: Cover[] = [];
  for (const folder of ["covers", "artists", "experiences"]) {
    const entries = await readdir(new URL(`${folder}/`, import.meta.url), { recursive: true });
    const files = folder === "experiences" ? entries.filter((file) => /promo\.\w+$/.test(file)) : entries;
    for (const file of files.toSorted()) {
      const bytes = await readFile(new URL(`${folder}/${file}`, import.meta.url));
      const colours = pickAmbientColors(await samplePixels(sharp(bytes).autoOrient()));
      covers.push({ name: `${folder}/${file}`, bytes, ...colours });
    }
  }
  return covers;
}

/** Draws each picture flush to its panel, with a block in the colour of the text. */
async function drawSheet(covers: readonly Cover[]): Promise<Buffer> {
  const tiles = covers.map(async ({ bytes, ambient, on_ambient }, at) => {
    const left = (at % COLUMNS) * (SIDE + PANEL_WIDTH);
    const top = Math.floor(at / COLUMNS) * SIDE;
    const panel = `<svg xmlns="http://www.w3.org/2000/svg" width="${PANEL_WIDTH}" height="${SIDE}">
      <path fill="${ambient}" d="M0 0h${PANEL_WIDTH}v${SIDE}H0z"/><path fill="${on_ambient}" d="M12 12h24v6H12z"/></svg>`;
    return [
      { input: await sharp(bytes).resize(SIDE, SIDE).png().toBuffer(), left, top },
      { input: Buffer.from(panel), left: left + SIDE, top },
    ];
  });
  const width = COLUMNS * (SIDE + PANEL_WIDTH);
  const height = Math.ceil(covers.length / COLUMNS) * SIDE;
  return sharp({ create: { width, height, channels: 3, background: "#ffffff" } })
    .composite((await Promise.all(tiles)).flat())
    .png({ palette: true, colours: 128, dither: 0, compressionLevel: 9 })
    .toBuffer();
}

const covers = await readCovers();
const sheet = await drawSheet(covers);
if (makes) await writeFile(golden, sheet);

test("the contact sheet of the demo catalogue shows the ambient colours that were approved", async () => {
  expect(sheet.equals(await readFile(golden))).toBe(true);
});

test("the ambient colours of the demo catalogue are those of the contact sheet", () => {
  expect(
    covers.map(({ name, ambient, on_ambient }) => `${name} ${ambient} ${on_ambient}`),
  ).toMatchInlineSnapshot(`
    [
      "covers/concrete-lullaby.jpg #eea4b5 #0a0a0a",
      "covers/endpapers.jpg #7d2231 #f6f6f2",
      "covers/fernhouse.jpg #18456f #f6f6f2",
      "covers/glass-mango.jpg #fb2503 #0a0a0a",
      "covers/grille.jpg #0a6b74 #f6f6f2",
      "covers/harmattan.jpg #f44a27 #0a0a0a",
      "covers/kiln.jpg #f0c6b8 #0a0a0a",
      "covers/kvadrat-hills.jpg #f26a1c #0a0a0a",
      "covers/kvallsbuss.jpg #0f1431 #f6f6f2",
      "covers/lamp-room.jpg #fec41b #0a0a0a",
      "covers/long-division.jpg #1c3b8b #f6f6f2",
      "covers/low-sun-long-shadow.jpg #efbc53 #0a0a0a",
      "covers/market-day-in-reverse.jpg #2347a8 #f6f6f2",
      "covers/moth-hours.jpg #112420 #f6f6f2",
      "covers/ostinato-for-two-lifts.jpg #e5152b #ffffff",
      "covers/paper-tiger-paper-moon.jpg #ed4b1a #0a0a0a",
      "covers/polka-for-a-broken-clock.jpg #c6311d #f6f6f2",
      "covers/quiet-machinery.jpg #0c6a45 #f6f6f2",
      "covers/salt-meridian.jpg #0e4f53 #f6f6f2",
      "covers/saturday-was-a-rumour.jpg #c9e34a #0a0a0a",
      "covers/six-ways-to-leave-a-harbour.jpg #173a94 #f6f6f2",
      "covers/sodium.jpg #ffc01b #0a0a0a",
      "covers/staircase-descending.jpg #dba51f #0a0a0a",
      "covers/umbrella-season.jpg #d65a38 #0a0a0a",
      "artists/aud-fjelstad.jpg #f26a1c #0a0a0a",
      "artists/delphine-okoro-lamb.jpg #ed4b1a #0a0a0a",
      "artists/halden-maar.jpg #efece5 #0a0a0a",
      "artists/ines-corvacho.jpg #f2b7a5 #0a0a0a",
      "artists/kofi-amprofi.jpg #fbc105 #0a0a0a",
      "artists/marlow-finch.jpg #eebb52 #0a0a0a",
      "artists/nattlinje-55.jpg #12183a #f6f6f2",
      "artists/petra-vaskovska.jpg #6b3fa0 #f6f6f2",
      "artists/the-ledger-club.jpg #c9e34a #0a0a0a",
      "artists/tidewater-committee.jpg #153a93 #f6f6f2",
      "artists/yuto-aramaki-ensemble.jpg #0c6a45 #f6f6f2",
      "experiences/balcony-season/promo.jpg #2c50c8 #f6f6f2",
      "experiences/isolines/promo.jpg #104438 #f6f6f2",
      "experiences/kitchen-radio/promo.jpg #feb3c7 #0a0a0a",
      "experiences/last-stop-portraits/promo.jpg #1f7a73 #f6f6f2",
      "experiences/machine-room-keys/promo.jpg #f7c75b #0a0a0a",
      "experiences/moth-register/promo.jpg #14233a #f6f6f2",
      "experiences/shadow-casting/promo.jpg #f2a65a #0a0a0a",
      "experiences/slow-fast-slow-fast/promo.jpg #dc2328 #ffffff",
      "experiences/tide-tables/promo.jpg #0e5655 #f6f6f2",
      "experiences/warp-and-weft/promo.jpg #f3c12e #0a0a0a",
    ]
  `);
});
