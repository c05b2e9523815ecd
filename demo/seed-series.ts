import { createHash } from "node:crypto";
import type { Executor } from "../server/src/platform/database/database.ts";
import { demoArtworks } from "./art/manifest.ts";
import { renderedArtworks } from "./art/rendered.ts";
import type { Pictures } from "./assets.ts";
import type { DemoExperience } from "./catalogue/index.ts";
import { insertComponent, insertParticipant, nameSlots } from "./seed.data.ts";
import { insertOrder } from "./seed-orders.data.ts";

const HOUR_MS = 3_600_000;

/** The pictures of an experience's components and participants. The product draws QR codes itself. */
export function listSeriesImages(slug: string): string[] {
  const components = getArtwork(slug).components.filter(({ component_type }) => component_type === "IMAGE");
  return [...components, ...listRendered(slug)].flatMap(({ file }) =>
    file === undefined ? [] : [imagePath(slug, file)],
  );
}

/** Returns the account that took a spot of an experience, or null. */
export type CollectorOf = (slug: DemoExperience["slug"], place: number) => string | null;

/** `payeeId`: owner of the wrap; `feeOf`: platform fee of a price in US cents. */
type SeriesToInsert = {
  pictures: Pictures;
  collectorOf: CollectorOf;
  payeeId: string;
  feeOf: (cents: number) => number;
};

/** Inserts an experience's components and its participants, with their payments and rendered artworks. */
export async function insertSeries(
  tx: Executor,
  experience: DemoExperience,
  campaignId: number,
  { pictures, collectorOf, payeeId, feeOf }: SeriesToInsert,
): Promise<void> {
  const { slug } = experience;
  const amount = Math.round(experience.cost_per_nft * 100);
  const artwork = getArtwork(slug);
  await nameSlots(tx, campaignId, artwork.slotNames ?? []);
  for (const component of artwork.components) {
    const { component_type, file } = component;
    const image =
      component_type === "IMAGE" && file !== undefined ? pictures(imagePath(slug, file)) : undefined;
    await insertComponent(tx, campaignId, component, image);
  }
  const slotOf = new Map(artwork.components.map(({ name, slot_number }) => [name, slot_number]));
  for (const rendered of listRendered(slug)) {
    const joinedAt = getJoinDate(experience, rendered.number);
    const whose = {
      campaignId,
      wallet: inventWallet(slug, rendered.number),
      accountId: collectorOf(slug, rendered.number),
    };
    const paid = { amount, platformFee: feeOf(amount), paidAt: joinedAt };
    const orderId =
      amount === 0 ? null : await insertOrder(tx, { ...whose, ...paid, title: experience.name, payeeId });
    await insertParticipant(tx, {
      ...whose,
      orderId,
      number: rendered.number,
      name: `${experience.name} No. ${rendered.number}`,
      image: pictures(imagePath(slug, rendered.file)),
      traits: rendered.components.map((component, place) => ({
        // A RANDOM picture shuffles its tiles: what counts is the place, not the slot a tile came from.
        slot_number: experience.type === "RANDOM" ? place + 1 : (slotOf.get(component) ?? place + 1),
        component,
      })),
      rarity: rendered.total_rarity_score,
      createdAt: joinedAt,
      mintedAt: new Date(joinedAt.getTime() + HOUR_MS / 6),
    });
  }
}

function getArtwork(slug: string) {
  const artwork = demoArtworks.find((candidate) => candidate.slug === slug);
  if (artwork === undefined) throw new Error(`the demo has no artwork for ${slug}`);
  return artwork;
}

function listRendered(slug: string) {
  return renderedArtworks.filter((candidate) => candidate.slug === slug);
}

function imagePath(slug: string, file: string): string {
  return `art/experiences/${slug}/${file}`;
}

/** Participants came one after the other, a little irregularly, from the day the experience opened. */
function getJoinDate({ activated_at, created_at }: DemoExperience, number: number): Date {
  const opened = Date.parse(activated_at ?? created_at);
  return new Date(opened + number * 9 * HOUR_MS + ((number * 7) % 5) * HOUR_MS);
}

/** An invented address, the same at every fill. */
function inventWallet(slug: string, number: number): string {
  return `0x${createHash("sha256").update(`${slug} ${number}`).digest("hex").slice(0, 40)}`;
}
