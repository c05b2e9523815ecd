import type { Piece } from "../score/song.ts";
import { chorus, echo, ride, sweep } from "../synth/effects.ts";
import { piano } from "../synth/keys.ts";
import { mallet } from "../synth/mallets.ts";
import { synth } from "../synth/waves.ts";
import { weather } from "../synth/weather.ts";
import { pipes, subBass } from "../synth/winds.ts";

/** Intro, A, B, A: a left hand that walks, a right hand that hesitates, and a page turned in time. */
export const endpapers: Piece = {
  slug: "endpapers",
  metre: 3,
  bars: 26,
  ring: 5,
  room: "parlour",
  compose(song) {
    const a = "Dm Gm/D A7/C# Dm Bb F/A Gm A7";
    const b = "F C/E Dm Bb Gm D7/F# Gm A7";
    const close = "Dm Gm/D A7/C# Dm Bb Gm A7 Dm";
    const theme = `A4:2 D5:1 | E5:1.5 F5:.5 D5:1 | C#5:2 E5:1 | D5:3 |
                   F5:1.5 E5:.5 D5:1 | C5:2 A4:1 | Bb4:1 D5 G5> | F5:1 E5:2 |`;

    const left = song.track(piano("felt"), { level: -22, spread: 0.5, room: 0.3, loose: 16 });
    left.comp(1, "Dm Dm", "b12", { step: 1, velocity: 0.4, pedal: 2.6, center: 58 });
    left.comp(3, a, "b12", { step: 1, velocity: 0.44, pedal: 2.4, center: 58 });
    left.comp(11, b, "b12b21", { step: 1, velocity: 0.52, pedal: 2.4, center: 58 });
    left.comp(19, close, "b1.", { step: 1, velocity: 0.38, pedal: 3, center: 58 });

    const right = song.track(piano("felt"), {
      level: -18,
      spread: 0.4,
      pan: 0.08,
      room: 0.36,
      loose: 20,
      late: 12,
    });
    right.line(3, theme, { velocity: 0.6, pedal: 1.6 });
    right.line(
      11,
      `A5:2 G5:1 | G5:1 E5 C5 | F5:2 E5:1 | D5:3 | Bb5:1.5> A5:.5 G5:1 | F#5:1 A5 C6> | Bb5:2 G5:1 | E5:1.5 C#5:.5 A4:1 |`,
      { velocity: 0.74, pedal: 1.6 },
    );
    right.line(
      19,
      `A4:2 D5:1 | E5:1.5 F5:.5 D5:1 | C#5:2 E5:1 | D5:3 | F5:1.5 E5:.5 D5:1 | Bb4:2 G4:1 | C#5:2 E5:1< | D5+A5:3< |`,
      { velocity: 0.5, pedal: 2.2, strum: 0.03 },
    );

    const page = song.drums({ turn: { drum: "brush", pan: -0.5 } }, { level: -34, room: 0.2, loose: 4 });
    page.groove(11, 1, { turn: "x.." }, 1).groove(19, 1, { turn: "..x" }, 1);
    song.track(weather.room, { level: -44, room: 0 }).line(1, "C3:78", { velocity: 0.5 });
  },
};

/** F Lydian; the melody keeps to one contour until the summit in bar 12, and comes down another side. */
export const kvadratHills: Piece = {
  slug: "kvadrat-hills",
  metre: 4,
  bars: 18,
  ring: 6.5,
  room: "church",
  compose(song) {
    const valley = "Flydian G/F Em7 Am7";
    const slope = "Fmaj9 G/F Em7 Am7 Dm9 Em7 Fmaj9 Gadd9";
    const home = "Flydian G/F Flydian Flydian";

    const pads = song.track(synth("widePad"), {
      level: -23,
      spread: 0.9,
      room: 0.5,
      effects: [
        chorus(0.3),
        sweep([
          [0, 500],
          [20, 1400],
          [46, 6500],
          [72, 700],
        ]),
      ],
    });
    pads.comp(1, `Flydian Flydian ${valley} ${slope} ${home}`, "x---------------", {
      step: 0.25,
      velocity: 0.6,
      center: 62,
      gate: 1.1,
    });
    const low = song.track(subBass(0.4, 1), { level: -23, room: 0.1 });
    low.bass(3, `${valley} ${slope} ${home}`, "1---------------", { step: 0.25, velocity: 0.6, center: 29 });

    const contour = song.track(pipes("flute"), {
      level: -19,
      pan: -0.12,
      room: 0.6,
      effects: [echo(1.5, 0.4, 0.3)],
      loose: 18,
    });
    contour.line(3, "C5:3 D5:1 | E5:4 | D5:2 B4:2 | C5:4 |", { velocity: 0.5 });
    contour.line(
      7,
      `C5:2 D5:1 E5 | D5:3 B4:1 | E5:2 F#5:1 G5 | A5:4 | A5:1.5 B5:.5 C6:2 | B5:3> G5:1 | C6:1 B5 A5 G5 | B5:3 D6:1> |`,
      { velocity: 0.68 },
    );
    contour.line(15, "C6:3 B5:1 | G5:2 E5:2 | F5:2 E5:1 B4 | C5:4< |", { velocity: 0.5 });

    const stones = song.track(mallet("vibraphone"), {
      level: -25,
      spread: 0.6,
      room: 0.6,
      effects: [
        echo(0.75, 0.5, 0.5),
        ride([
          [0, -8],
          [24, -3],
          [44, 2],
          [60, -4],
        ]),
      ],
    });
    stones.comp(1, `Flydian Flydian ${valley} ${slope} ${home}`, "0..2.3..5..4.1..", {
      step: 0.25,
      velocity: 0.45,
      center: 72,
      pedal: 2,
    });
    song.track(weather.wind, { level: -37, pan: 0.4, room: 0.3 }).line(1, "C3:70", { velocity: 0.6 });
  },
};
