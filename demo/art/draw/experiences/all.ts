import { getAnchorEdges, mirrorFromEdge } from "@wrapsody/shared/experiences/placing.ts";
import type { DemoExperienceSlug } from "../../../catalogue/types.ts";
import { demoArtworks } from "../../manifest.ts";
import { woven, xerox } from "../covers/patterns.ts";
import { group, sheet } from "../ink.ts";
import type { Drawing } from "../press.ts";
import { balconySeason } from "./balcony-season.ts";
import { isolines, isolinesSheet } from "./isolines.ts";
import { kitchenRadio } from "./kitchen-radio.ts";
import { lastStopPortraits, sleeper } from "./last-stop-portraits.ts";
import { machineRoomKeys } from "./machine-room-keys.ts";
import { mothRegister } from "./moth-register.ts";
import type { Pieces } from "./pieces.ts";
import { slowFastSlowFast, warpAndWeft } from "./ribbons.ts";
import { shadowCasting } from "./shadow-casting.ts";
import { tideTables } from "./tide-tables.ts";

export const pieceDrawings = {
  "tide-tables": tideTables,
  "balcony-season": balconySeason,
  "last-stop-portraits": lastStopPortraits,
  "warp-and-weft": warpAndWeft,
  "shadow-casting": shadowCasting,
  "machine-room-keys": machineRoomKeys,
  isolines,
  "slow-fast-slow-fast": slowFastSlowFast,
  "kitchen-radio": kitchenRadio,
  "moth-register": mothRegister,
} as const satisfies Record<DemoExperienceSlug, Pieces>;

/** A poster put together from pieces, each where the manifest places it. */
function poster(slug: DemoExperienceSlug, files: readonly string[], guest = ""): Drawing {
  const pieces: Pieces = pieceDrawings[slug];
  const placed = (demoArtworks.find((artwork) => artwork.slug === slug)?.components ?? [])
    .filter(
      ({ component_type, file }) =>
        component_type === "PRESELECTED" || files.includes(`${file}`.replace(".webp", "")),
    )
    .toSorted((a, b) => a.layer_level - b.layer_level || a.slot_number - b.slot_number)
    .map((component) => {
      const drawn = pieces[`${component.file}`.replace(".webp", "")];
      const { width, offsetX, offsetY, anchor_point } = component;
      if (drawn === undefined)
        return group(guest, `transform="translate(${offsetX} ${offsetY}) scale(${width / 600})"`);
      const [, w = 1, h = 1] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(drawn.svg) ?? []).map(Number);
      const height = (width * h) / w;
      const edges = getAnchorEdges(anchor_point);
      const x = mirrorFromEdge(edges.x, offsetX, width);
      const y = mirrorFromEdge(edges.y, offsetY, height);
      return drawn.svg.replace("<svg ", `<svg x="${x}" y="${y}" width="${width}" height="${height}" `);
    });
  return { svg: sheet(placed.join("")) };
}

/** The promo picture of each experience. */
export const posterDrawings = {
  "tide-tables": () =>
    poster("tide-tables", [
      "ground-open-sea",
      "light-full",
      "water-swell",
      "vessel-two-sails",
      "flag-kilo",
      "sign-gulls",
      "clock-0417",
    ]),
  "balcony-season": () =>
    poster("balcony-season", [
      "sky-evening",
      "block-twins",
      "washing-shirts",
      "railing-panels",
      "chair-stool",
      "plant-tomato",
      "visitor-cat",
    ]),
  "last-stop-portraits": () =>
    poster(
      "last-stop-portraits",
      ["city-late", "weather-rain", "bus-green", "route-55", "hand-strap"],
      sleeper,
    ),
  "warp-and-weft": () => ({
    svg: woven(
      ["#161614", "#f4c12e", "#161614", "#d43d2a", "#161614", "#f4c12e", "#161614"],
      ["#f4c12e", "#161614", "#e9b7a0", "#f4c12e", "#161614", "#f4c12e", "#e9b7a0"],
      "#f4efe3",
      7,
      12,
    ),
  }),
  "shadow-casting": () =>
    poster("shadow-casting", [
      "sky-half-past-six",
      "sun-sliced",
      "land-road",
      "shadow-longer",
      "upright-telegraph",
      "passer-dog",
      "hour-1930",
    ]),
  "machine-room-keys": () =>
    poster("machine-room-keys", [
      "floor-selvedge",
      "card-five-four",
      "bow-square",
      "stem-striped",
      "bit-quarters",
      "tag-9",
    ]),
  "moth-register": () => poster("moth-register", ["night-clear", "lamp-desk", "moth-emperor"]),
  isolines: () => ({ svg: isolinesSheet() }),
  "slow-fast-slow-fast": () => ({ svg: xerox(["SLOW", "FAST", "SLOW", "FAST"], "#f1efe8", "#dc2328", 11) }),
  "kitchen-radio": () =>
    poster("kitchen-radio", [
      "wall-sunrise",
      "cloth-lace",
      "radio-table",
      "station-accra",
      "top-cockerel",
      "fruit-mango",
      "waves-notes",
    ]),
} as const satisfies Record<DemoExperienceSlug, () => Drawing>;
