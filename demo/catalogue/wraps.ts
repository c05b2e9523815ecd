import type { DemoWrap } from "./types.ts";
import { audFjelstadWraps } from "./wraps/aud-fjelstad.ts";
import { delphineOkoroLambWraps } from "./wraps/delphine-okoro-lamb.ts";
import { haldenMaarWraps } from "./wraps/halden-maar.ts";
import { inesCorvachoWraps } from "./wraps/ines-corvacho.ts";
import { kofiAmprofiWraps } from "./wraps/kofi-amprofi.ts";
import { marlowFinchWraps } from "./wraps/marlow-finch.ts";
import { nattlinje55Wraps } from "./wraps/nattlinje-55.ts";
import { petraVaskovskaWraps } from "./wraps/petra-vaskovska.ts";
import { theLedgerClubWraps } from "./wraps/the-ledger-club.ts";
import { tidewaterCommitteeWraps } from "./wraps/tidewater-committee.ts";
import { yutoAramakiEnsembleWraps } from "./wraps/yuto-aramaki-ensemble.ts";

/** The 24 wraps, artist by artist; `created_at` gives the order in which they joined the catalogue. */
export const demoWraps: readonly DemoWrap[] = [
  ...inesCorvachoWraps,
  ...haldenMaarWraps,
  ...nattlinje55Wraps,
  ...audFjelstadWraps,
  ...kofiAmprofiWraps,
  ...petraVaskovskaWraps,
  ...delphineOkoroLambWraps,
  ...tidewaterCommitteeWraps,
  ...theLedgerClubWraps,
  ...marlowFinchWraps,
  ...yutoAramakiEnsembleWraps,
];
