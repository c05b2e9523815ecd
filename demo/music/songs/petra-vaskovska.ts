import type { Piece } from "../score/song.ts";
import { piano } from "../synth/keys.ts";
import { mallet } from "../synth/mallets.ts";
import { pipes } from "../synth/winds.ts";

/** Eight steps down and again, in a beat that divides the flight of eight bars into whole flights of its own. */
function flight(steps: string, flights: number): string {
  const length = `${32}/${flights * 8}`;
  const [first = "", ...rest] = steps.split(" ");
  return Array.from({ length: flights }, () => `${first}:${length}> ${rest.join(" ")}`).join(" ");
}

/** Four marimbas at 6, 7, 8 and 9 flights to the eight bars: they meet on the landings, bars 1, 9 and 17. */
export const staircaseDescending: Piece = {
  slug: "staircase-descending",
  metre: 4,
  bars: 30,
  ring: 3,
  room: "hall",
  compose(song) {
    const dorian = "D5 C5 B4 A4 G4 F4 E4 D4";
    const lydian = "D5 C5 Bb4 A4 F4 E4 D4 Bb3";
    const odd = "D5 C5 Bb4 A4 G4 F#4 Eb4 D4";
    const players = [
      { flights: 8, from: 1, pan: -0.6, transpose: 0 },
      { flights: 9, from: 1, pan: 0.6, transpose: 12 },
      { flights: 7, from: 9, pan: -0.2, transpose: 7 },
      { flights: 6, from: 9, pan: 0.2, transpose: -12 },
    ];
    for (const { flights, from, pan, transpose } of players) {
      const low = transpose < 0;
      const marimba = song.track(mallet(low ? "bassMarimba" : "marimba"), {
        level: low ? -19 : -21,
        pan,
        room: 0.28,
        loose: 4,
      });
      const third = transpose === 7 ? 0 : transpose;
      if (from === 1)
        marimba.line(1, flight(dorian, flights), { transpose, velocity: transpose ? 0.42 : 0.6, pedal: 0.8 });
      marimba.line(9, flight(lydian, flights), { transpose: third, velocity: 0.62, pedal: 0.8 });
      marimba.line(17, flight(odd, flights), { transpose: third, velocity: 0.7, pedal: 0.8 });
      marimba.line(25, "D5:.5> C5 B4 A4 G4 F4 E4 D4", {
        times: 3,
        transpose: third,
        velocity: 0.74,
        pedal: 0.8,
      });
      marimba.line(28, "D5:.5> C5 Bb4 A4 G4 F#4 Eb4 D4 | D5:1 A4 F#4 D4 | D4:4 |", {
        transpose: third,
        velocity: 0.6,
        pedal: 1.5,
      });
    }
    const floor = song.track(mallet("bassMarimba"), { level: -20, room: 0.3 });
    floor.bass(
      5,
      "Dm Dm Dm Dm Bbmaj7 Bbmaj7 F F Bbmaj7 Bbmaj7 F Gm D7 D7 Gm Gm Eb Eb D7 D7",
      "1.....1.5...1...",
      { step: 0.5, center: 38, pedal: 2, velocity: 0.6 },
    );
    floor.bass(25, "Dm Dm Gm D7 D D", "1...5...", { step: 0.5, center: 38, pedal: 2, velocity: 0.7 });
    const landing = song.track(mallet("vibraphone"), { level: -25, room: 0.5, spread: 0.8 });
    for (const bar of [9, 17, 25, 29])
      landing.line(bar, "D6+A5+D5:4", { velocity: 0.6, strum: 0.02, pedal: 6 });
    const edge = song.drums(
      { block: { drum: "woodblock", gain: 0.5, pan: 0.4 }, low: { drum: "lowBlock", gain: 0.6, pan: -0.4 } },
      { level: -31, room: 0.3, loose: 3 },
    );
    edge.groove(13, 16, { block: "x..x..x.", low: "....x..." }, 0.5);
  },
};

/** Seven eighths as two, two and three. The reeds play it straight-faced; the clock drops out in the middle. */
export const polkaForABrokenClock: Piece = {
  slug: "polka-for-a-broken-clock",
  metre: 3.5,
  bars: 32,
  ring: 2,
  room: "parlour",
  compose(song) {
    const a = "G G D7 G Em Am D7 G";
    const trio = "C C G G D7 D7 G G7";
    const tune = `D5:.5> B4 D5 G5 F#5 E5 D5 | B4:1 D5:1 G4:1.5 | F#5:.5> A5 F#5 D5 C5 B4 A4 | B4:1 G4:1 B4:.5 C5 D5 |
                  E5:.5> B4 E5 G5 F#5 G5 B5 | A5:1 E5:1 C5:1.5 | D5:.5 E5 F#5 A5 C6 B5 A5 | G5:1> D5:1 G5:1.5 |`;
    const reeds = song.track(pipes("accordion"), { level: -18, pan: 0.1, room: 0.2, loose: 7 });
    reeds.line(3, tune, { velocity: 0.66, gate: 0.8 }).line(21, tune, { velocity: 0.74, gate: 0.78 });
    const box = song.track(mallet("glockenspiel"), { level: -23, pan: 0.4, room: 0.3 });
    box.line(
      11,
      `E5:1 G5:1 C6:.5 B5 C6 | E6:1 C6:1 G5:1.5 | D6:.5 C6 B5 C6 D6:1 B5:.5 | G5:2 r:1.5 |
       F#5:.5 A5 D6 A5 F#5 A5 C6 | B5:1 A5:1 F#5:1.5 | G5:.5 B5 D6 B5 G5 A5 B5 | D6:1 B5:1 F5:1.5 |`,
      { velocity: 0.6 },
    );
    box.line(21, tune, { transpose: 12, velocity: 0.4 });
    const second = song.track(pipes("accordion"), { level: -24, pan: -0.35, room: 0.2 });
    second
      .comp(1, "G G", ".x.x.xx", { velocity: 0.5, gate: 0.5, center: 64 })
      .comp(3, a, ".x.x.xx", { velocity: 0.5, gate: 0.5, center: 64 });
    second
      .comp(11, trio, ".x.x.xx", { velocity: 0.42, gate: 0.5, center: 62 })
      .comp(21, a, ".x.x.xx", { velocity: 0.6, gate: 0.5, center: 64 });
    const tuba = song.track(pipes("mutedBrass"), { level: -20, room: 0.12, loose: 9 });
    for (const [bar, chords] of [
      [1, "G G"],
      [3, a],
      [11, trio],
      [21, a],
    ] as const)
      tuba.bass(bar, chords, "1.5.1..", { gate: 0.75, center: 31, velocity: 0.7 });
    tuba.line(29, "G2:1 D2:1 E2:.5 F#2 G2 | D2:3.5 | G2:1 D2:1 F#2:1.5 | G2:1> r:2.5 |", { velocity: 0.74 });
    reeds.line(
      29,
      "G5:.5 F#5 E5 D5 C5 B4 A4 | F#4+C5+D5:3.5 | D5:.5 E5 F#5 A5 C6 B5 A5 | G4+B4+D5+G5:1> r:2.5 |",
      { velocity: 0.76 },
    );

    const toys = song.drums(
      {
        kick: { drum: "dryKick", gain: 0.7 },
        snare: { drum: "rim", gain: 0.6, pan: 0.2 },
        tick: { drum: "woodblock", gain: 0.5, pan: -0.6 },
        tock: { drum: "lowBlock", gain: 0.5, pan: 0.6 },
        jingle: { drum: "tambourine", gain: 0.35, pan: 0.3 },
      },
      { level: -24, room: 0.18 },
    );
    const march = { kick: "x...x..", snare: "..x..xx", jingle: ".x.x.xo" };
    toys
      .groove(1, 2, { tick: "x...x..", tock: "..x..x." }, 0.5)
      .groove(3, 8, march, 0.5)
      .groove(11, 8, { tick: "x...x..", tock: "..x..x.", jingle: "o.o.o.o" }, 0.5, 0.8);
    toys
      .groove(19, 2, { tick: "x..x....x...x.", tock: "..x..x....x..." }, 0.5)
      .groove(21, 11, { ...march, tick: "x.x.x.x" }, 0.5)
      .groove(32, 1, { kick: "X", tock: "..x.x.X" }, 0.5);
    box.line(19, "D6:2 A5:1.5 | r:2 D6:1.5 |", { velocity: 0.5 });
  },
};

/** Five rising notes against six falling ones; from bar 13 they agree for eleven seconds. */
export const ostinatoForTwoLifts: Piece = {
  slug: "ostinato-for-two-lifts",
  metre: 4,
  bars: 22,
  ring: 4.5,
  room: "hall",
  compose(song) {
    const up = song.track(piano("upright"), { level: -19, pan: -0.5, spread: 0.25, room: 0.3, loose: 7 });
    const down = song.track(piano("upright"), { level: -19, pan: 0.5, spread: 0.25, room: 0.3, loose: 7 });
    const lift = { velocity: 0.5, pedal: 1.2 };
    up.line(1, "C4:.5> E4 G4 B4 D5", { ...lift, times: 8, velocity: 0.46 });
    up.line(6, "A3:.5> C4 E4 G4 B4", { ...lift, times: 4 })
      .line(8.5, "F3:.5> A3 C4 E4 G4", { ...lift, times: 4 })
      .line(11, "G3:.5> C4 D4 F4 A4", { ...lift, times: 3, velocity: 0.62 });
    down
      .line(4, "E6:.5> D6 B5 G5 E5 D5", { ...lift, times: 3, velocity: 0.42 })
      .line(6.25, "E6:.5> C6 B5 G5 E5 C5", { ...lift, times: 3 });
    down
      .line(8.5, "E6:.5> C6 A5 G5 F5 C5", { ...lift, times: 3 })
      .line(10.75, "D6:.5> C6 A5 G5 F5 D5", { ...lift, times: 3, velocity: 0.6 });

    const agree = `C4+C5:.5> D4+D5 E4+E5 G4+G5 B4+B5:1> A4+A5:1 | G4+G5:1.5 E4+E5:.5 D4+D5:1 C4+C5 |
                   A3+A4:.5> C4+C5 E4+E5 G4+G5 A4+A5:1> G4+G5 | F4+F5:1.5 E4+E5:.5 D4+D5:2 |`;
    up.line(13, agree, { velocity: 0.78, pedal: 1 });
    down.line(13, agree, { velocity: 0.74, transpose: 12, pedal: 1 });
    up.line(17, "E4+G4+B4:1.6 r:.4", { velocity: 0.7 });
    down.line(17, "B5+E6:1.6 r:.4", { velocity: 0.7 });
    up.line(17.5, "C4:.5> E4 G4 B4 D5", { ...lift, times: 6, velocity: 0.56 });
    down.line(17.5, "E6:.5> D6 B5 G5 E5 D5", { ...lift, times: 5, velocity: 0.54 });
    up.line(21.25, "C4:1 G4:1 D5:1", { velocity: 0.4, pedal: 6 });
    down.line(21.25, "r:1 E6:1 B5:1 G5:1", { velocity: 0.34, pedal: 6 });
    const pit = song.track(piano("upright"), { level: -22, room: 0.3, loose: 9 });
    pit
      .line(3, "C2+C3:8 C2+C3:4", { velocity: 0.42, pedal: 8 })
      .line(6, "A1+A2:10 F1+F2:10 G1+G2:8", { velocity: 0.56 });
    pit
      .line(13, "C2+C3:4> E2+E3 F2+F3 G2+G3:4", { velocity: 0.72 })
      .line(17, "E2+E3:2 C2+C3:8 F1+F2:4 C2+C3:5", { velocity: 0.5 });
    const doors = song.track(mallet("vibraphone"), { level: -29, room: 0.6, spread: 0.6 });
    for (const bar of [6, 8.5, 11, 13, 17.5, 21]) doors.line(bar, "G5:1 E5:2", { velocity: 0.5, pedal: 3 });
  },
};
