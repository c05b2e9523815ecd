import type { demoSongs } from "../../../songs.ts";
import { rect, sheet } from "../ink.ts";
import type { Drawing } from "../press.ts";
import { brokenClock, kiln, marketDay, paperTiger, staircase } from "./cut.ts";
import { endpapers, fernhouse, mothHours, umbrellaSeason } from "./painted.ts";
import { contours, harbour, nightBus, ostinato, saltMeridian, tiles, woven, xerox } from "./patterns.ts";
import { concrete, glassMango, grille, harmattan, lampRoom, lowSun, sodium } from "./screened.ts";

const [blue, rose, red] = ["#1d3b8b", "#e9b7a0", "#d43d2a"];

/** How each cover is drawn. */
export const coverDrawings = {
  endpapers,
  harmattan,
  "staircase-descending": staircase,
  sodium,
  kiln,
  "umbrella-season": umbrellaSeason,
  "moth-hours": mothHours,
  fernhouse,
  grille,
  "polka-for-a-broken-clock": brokenClock,
  "lamp-room": lampRoom,
  "market-day-in-reverse": marketDay,
  "kvadrat-hills": () => ({ svg: contours("#dfe3e6", "#1c2b2f", "#f26b1d") }),
  "long-division": () => ({
    svg: woven(
      [blue, blue, red, blue, rose, rose, blue, red, blue],
      [rose, blue, blue, red, blue, rose, red, blue, rose],
      "#f4efe3",
    ),
  }),
  "saturday-was-a-rumour": () => ({ svg: xerox(["SATUR", "DAYWAS", "ARUM", "OUR"], "#c9e34a", "#14150f") }),
  "low-sun-long-shadow": () => ({ svg: lowSun("#eebb52", "#4a0d26") }),
  "glass-mango": glassMango,
  "ostinato-for-two-lifts": ostinato,
  "paper-tiger-paper-moon": paperTiger,
  kvallsbuss: () => ({
    svg: nightBus(
      "#0f1530",
      ["#ffcf33", "#ff8a2a", "#22305f", "#22305f", "#1a2449", "#1a2449", "#1a2449"],
      "#f5f2e8",
    ),
  }),
  "six-ways-to-leave-a-harbour": harbour,
  "concrete-lullaby": () => ({ svg: concrete("#f0a3b4", "#19161b") }),
  "quiet-machinery": () => ({
    svg: sheet(rect(0, 0, 900, 900, "#efe8d8") + tiles(["#0c6a45", "#f1c6cf", "#161614", "#efe8d8"], 41, 5)),
  }),
  "salt-meridian": saltMeridian,
} as const satisfies Record<(typeof demoSongs)[number]["slug"], () => Drawing>;
