import type { Piece } from "./score/song.ts";
import { endpapers, kvadratHills } from "./songs/aud-fjelstad.ts";
import { paperTigerPaperMoon, umbrellaSeason } from "./songs/delphine-okoro-lamb.ts";
import { concreteLullaby, kiln } from "./songs/halden-maar.ts";
import { mothHours, saltMeridian } from "./songs/ines-corvacho.ts";
import { glassMango, harmattan, marketDayInReverse } from "./songs/kofi-amprofi.ts";
import { lampRoom, lowSunLongShadow } from "./songs/marlow-finch.ts";
import { kvallsbuss, sodium } from "./songs/nattlinje-55.ts";
import { ostinatoForTwoLifts, polkaForABrokenClock, staircaseDescending } from "./songs/petra-vaskovska.ts";
import { grille, longDivision, saturdayWasARumour } from "./songs/the-ledger-club.ts";
import { fernhouse, sixWaysToLeaveAHarbour } from "./songs/tidewater-committee.ts";
import { quietMachinery } from "./songs/yuto-aramaki-ensemble.ts";

/** In the order of the catalogue. */
export const pieces: readonly Piece[] = [
  endpapers,
  harmattan,
  staircaseDescending,
  sodium,
  kiln,
  umbrellaSeason,
  mothHours,
  fernhouse,
  grille,
  polkaForABrokenClock,
  lampRoom,
  marketDayInReverse,
  kvadratHills,
  longDivision,
  saturdayWasARumour,
  lowSunLongShadow,
  glassMango,
  ostinatoForTwoLifts,
  paperTigerPaperMoon,
  kvallsbuss,
  sixWaysToLeaveAHarbour,
  concreteLullaby,
  quietMachinery,
  saltMeridian,
];
