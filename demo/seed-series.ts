import { createHash } from "node:crypto";
import type { Context } from "../server/src/platform/context.ts";
import type { Executor } from "../server/src/platform/database.ts";
import { demoArtworks } from "./art/manifest.ts";
import { renderedArtworks } from "./art/rendered.ts";
import { takePicture } from "./assets.ts";
import type { DemoExperience } from "./catalogue/index.ts";
import { insertComponent, insertParticipant } from "./seed.data.ts";

const hour = 3_600_000;

/** An experience's components, and whoever took part with the picture that was rendered for them. */
export async function insertSeries(
  context: Context,
  tx: Executor,
  experience: DemoExperience,
  campaignId: number,
): Promise<void> {
  const artwork = demoArtworks.find(({ slug }) => slug === experience.slug);
  if (artwork === undefined) throw new Error(`the demo has no artwork for ${experience.slug}`);
  for (const component of artwork.components) {
    // The product draws QR codes itself, from their settings.
    const path =
      component.component_type === "IMAGE"
        ? `art/experiences/${experience.slug}/${component.file}`
        : undefined;
    const image = path === undefined ? undefined : await takePicture(context, tx, path);
    await insertComponent(tx, campaignId, component, image);
  }
  const slotOf = new Map(artwork.components.map(({ name, slot_number }) => [name, slot_number]));
  for (const rendered of renderedArtworks.filter(({ slug }) => slug === experience.slug)) {
    const joinedAt = joined(experience, rendered.number);
    await insertParticipant(tx, {
      campaignId,
      number: rendered.number,
      name: `${experience.name} No. ${rendered.number}`,
      image: await takePicture(context, tx, `art/experiences/${experience.slug}/${rendered.file}`),
      traits: rendered.components.map((component, place) => ({
        // A RANDOM picture shuffles its tiles: what counts is the place, not the slot a tile came from.
        slot_number: experience.type === "RANDOM" ? place + 1 : (slotOf.get(component) ?? place + 1),
        component,
      })),
      rarity: rendered.total_rarity_score,
      wallet: walletOf(experience.slug, rendered.number),
      createdAt: joinedAt,
      mintedAt: new Date(joinedAt.getTime() + hour / 6),
    });
  }
}

/** Participants came one after the other, a little irregularly, from the day the experience opened. */
function joined({ activated_at, created_at }: DemoExperience, number: number): Date {
  const opened = Date.parse(activated_at ?? created_at);
  return new Date(opened + number * 9 * hour + ((number * 7) % 5) * hour);
}

/** An invented address, the same at every fill. */
function walletOf(slug: string, number: number): string {
  return `0x${createHash("sha256").update(`${slug} ${number}`).digest("hex").slice(0, 40)}`;
}
