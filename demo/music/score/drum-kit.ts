import { type DrumName, drums } from "../synth/drums.ts";
import { readGrid } from "./notation.ts";
import { Track } from "./track.ts";

/** Gain and place of one drum in the kit. */
export type KitPiece = { readonly drum: DrumName; readonly gain?: number; readonly pan?: number };
export type Groove<Part extends string> = Partial<Readonly<Record<Part, string>>>;

const strokes: Readonly<Record<string, number>> = { X: 1, x: 0.78, o: 0.4, ",": 0.22 };

/** A player of several drums: grids of "X" accents, "x" strokes, "o" soft ones and "," ghosts. */
export class DrumTrack<Part extends string> extends Track {
  readonly #kit: Readonly<Record<Part, KitPiece>>;

  constructor(kit: Readonly<Record<Part, KitPiece>>, ...rest: ConstructorParameters<typeof Track>) {
    super(...rest);
    this.#kit = kit;
  }

  /** Every part repeats its own grid until `bars` are full, so that grids of different lengths may run against each other. */
  groove(bar: number, bars: number, groove: Groove<Part>, step = 0.25, loudness = 1): this {
    const total = bars * this.clock.metre;
    for (const part in groove) {
      const grid = groove[part];
      if (grid === undefined) continue;
      const { drum, gain = 1, pan = 0 } = this.#kit[part];
      const { steps, beats } = readGrid(grid, step);
      for (let round = 0; round < total - 1e-6; round += beats) {
        for (const { start, mark } of steps) {
          if (round + start >= total - 1e-6) break;
          const velocity = (strokes[mark] ?? 0.7) * gain * loudness;
          this.sound(this.beatOf(bar) + round + start, 0.1, 60, velocity, 0, drums[drum], pan);
        }
      }
    }
    return this;
  }
}
