import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { demoExperiences } from "../catalogue/experiences.ts";
import { rarityScores, slotsOf } from "./chances.ts";
import { demoArtworks } from "./manifest.ts";
import { renderedArtworks } from "./rendered.ts";

const fileOf = (slug: string, file: string) =>
  fileURLToPath(new URL(`experiences/${slug}/${file}`, import.meta.url));

describe("the art of the demo catalogue", () => {
  it.each(demoExperiences.map((experience) => [experience.slug, experience] as const))(
    "has a picture for every participant of %s",
    (slug, { participants, type }) => {
      const rendered = renderedArtworks.filter((picture) => picture.slug === slug);
      expect(rendered.map(({ number }) => number)).toEqual(
        Array.from({ length: participants }, (_, i) => i + 1),
      );
      expect(rendered.filter(({ file }) => !existsSync(fileOf(slug, file)))).toEqual([]);
      expect(demoArtworks.find((artwork) => artwork.slug === slug)?.type).toBe(type);
    },
  );

  it("keeps every component within the product's limits and beside its file", () => {
    const outside = demoArtworks.flatMap(({ slug, components }) =>
      components.filter(
        (c) =>
          c.rarity < 1 ||
          c.rarity > 99 ||
          c.width < 160 ||
          c.width > 900 ||
          c.offsetX > 900 ||
          c.offsetY > 900 ||
          (c.file !== undefined && !existsSync(fileOf(slug, c.file))),
      ),
    );
    expect(outside).toEqual([]);
  });

  it("names the slots that have components, unless they are tiles", () => {
    const wrong = demoArtworks.filter(
      ({ type, components, slotNames }) =>
        (slotNames?.length ?? 0) !==
        (type === "RANDOM" ? 0 : Math.max(...components.map((c) => c.slot_number))),
    );
    expect(wrong.map(({ slug }) => slug)).toEqual([]);
  });

  it("gives a RANDOM experience exactly nine components", () => {
    const random = demoArtworks.filter(({ type }) => type === "RANDOM");
    expect(random.map(({ components }) => components.length)).toEqual([9, 9]);
  });

  it("scores the likeliest draw 0 and the least likely one 99", () => {
    const slots = demoArtworks.filter(({ slug }) => slug === "tide-tables").flatMap(slotsOf);
    const byRarity = slots.map((choices) => choices.toSorted((a, b) => a.rarity - b.rarity));
    const scoreOf = rarityScores(slots);
    expect(scoreOf(byRarity.flatMap((choices) => choices.slice(0, 1)))).toBe(0);
    expect(scoreOf(byRarity.flatMap((choices) => choices.slice(-1)))).toBe(99);
  });

  it("draws no combination twice", { retry: 0 }, () => {
    const drawn = renderedArtworks.map(({ slug, components }) => `${slug}: ${components.join(", ")}`);
    expect(new Set(drawn).size).toBe(drawn.length);
  });
});
