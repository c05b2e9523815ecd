import type { Piece } from "../score/song.ts";
import { chorus, drive, echo, ride } from "../synth/effects.ts";
import { plucked } from "../synth/strings.ts";
import { synth } from "../synth/waves.ts";
import { weather } from "../synth/weather.ts";
import { pipes } from "../synth/winds.ts";

/** Strings plucked under glass, a harmonium that breathes with the bars, a tune to be sung by a committee. */
export const fernhouse: Piece = {
  slug: "fernhouse",
  metre: 4,
  bars: 22,
  ring: 4.5,
  room: "parlour",
  compose(song) {
    const verse = "F Bb/F F C Dm Bb F/C C";
    const refrain = "Bb F/A Gm C Dm Bb F/C:2 C:2 F";
    const guitar = song.track(plucked("steelGuitar"), { level: -20.5, pan: -0.35, room: 0.25, loose: 11 });
    guitar
      .comp(1, "F F", "b.2.1.3.b.2.1.2.", { step: 0.25, velocity: 0.5, center: 60, pedal: 1 })
      .comp(3, verse, "b.2.1.3.b.2.1.2.", { step: 0.25, velocity: 0.52, center: 60, pedal: 1 });
    guitar
      .comp(11, refrain, "b.213.2.b.3.2.1.", { step: 0.25, velocity: 0.6, center: 60, pedal: 1 })
      .comp(19, "Bb F/C", "b.2.1.3.b.2.1.2.", { step: 0.25, velocity: 0.44, center: 60, pedal: 1 });
    const harp = song.track(plucked("harp"), { level: -22, pan: 0.4, spread: 0.4, room: 0.4, loose: 14 });
    harp
      .comp(5, "F C Dm Bb F/C C", "0.......2.4.3.5.", { step: 0.25, velocity: 0.5, center: 65, pedal: 2 })
      .comp(11, refrain, "0.2.4.5.4.2.3.1.", { step: 0.25, velocity: 0.5, center: 65, pedal: 2 });
    harp.line(21, "F3:.25 A3 C4 F4 A4 C5 F5 A5 C6:2 | F3+C4+F4+A4+C5+F5:4 |", {
      velocity: 0.5,
      pedal: 4,
      strum: 0.06,
    });
    const harmonium = song.track(pipes("harmonium"), {
      level: -23,
      pan: 0.1,
      spread: 0.4,
      room: 0.3,
      loose: 20,
      effects: [
        ride([
          [0, -10],
          [16, -2],
          [40, 1],
          [84, -6],
        ]),
      ],
    });
    harmonium
      .comp(3, verse, "x-------", { center: 58, velocity: 0.5 })
      .comp(11, refrain, "x-------", { center: 58, velocity: 0.6 })
      .comp(19, "Bb F/C C:4 F", "x-------", { center: 58, velocity: 0.45 });
    const bass = song.track(plucked("uprightBass"), { level: -21, room: 0.1 });
    bass
      .bass(7, "Dm Bb F/C C", "1---5---", { velocity: 0.6 })
      .bass(11, refrain, "1---5--a", { velocity: 0.66 })
      .bass(19, "Bb F/C C F", "1-------", { velocity: 0.5 });

    const tune = song.track(pipes("flute"), { level: -18, pan: -0.05, room: 0.35, loose: 16, late: 8 });
    tune.line(
      3,
      `C5:1 F5:1.5 G5:.5 A5:1 | Bb5:1.5 A5:.5 F5:2 | A5:1 G5:.5 F5 A5:1 C6 | G5:3 C5:1 |
       D5:1 F5:1.5 G5:.5 A5:1 | Bb5:1 A5 F5 D5 | C5:1 F5 A5 G5:.5 F5 | G5:3 r:1 |`,
      { velocity: 0.56 },
    );
    tune.line(
      11,
      `D6:1.5> C6:.5 Bb5:1 D6 | C6:1 A5 F5:2 | G5:1 Bb5 A5 G5 | C6:2 G5:1 E5 | F5:1 A5 D6:1.5 C6:.5 | Bb5:1.5 A5:.5 G5:1 F5 | A5:1.5 G5:.5 E5:1 G5 | F5:4 |`,
      { velocity: 0.7 },
    );
    const second = song.track(pipes("clarinet"), { level: -22, pan: 0.3, room: 0.35, loose: 18 });
    second.line(11, "Bb4:2 F4 | A4:2 C5 | D5:2 Bb4 | G4:3 C5:1 | A4:2 F4 | D5:2 Bb4 | C5:2 Bb4 | A4:4 |", {
      velocity: 0.55,
    });
    tune.line(19, "D5:1 F5 Bb5 A5 | F5:2 C5 | C5:1 E5 G5 Bb5 | A5:4< |", { velocity: 0.46 });
    const brush = song.drums(
      { brush: { drum: "brush", gain: 0.6 }, kick: { drum: "frameDrum", gain: 0.5 } },
      { level: -29, room: 0.25 },
    );
    brush.groove(11, 8, { brush: "..x...x.", kick: "x...o..." }, 0.5);
    song.track(weather.moths, { level: -42, pan: 0.5, room: 0.6 }).line(1, "C3:80", { velocity: 0.4 });
  },
};

/** The same four bars seven times, and each time more people who were passing. */
export const sixWaysToLeaveAHarbour: Piece = {
  slug: "six-ways-to-leave-a-harbour",
  metre: 3,
  bars: 30,
  form: [
    [1, 8],
    [5, 16],
    [9, 20],
    [9, 16],
    [13, 20],
    [21, 28],
    [9, 16],
    [17, 28],
    [29, 30],
  ],
  ring: 5.5,
  room: "hall",
  compose(song) {
    const way = "Dm C Bb:1.5 C:1.5 Dm";
    const wide = "Bb F C Dm";
    const tune = "D5:1 D5:.5 E5 F5 A5 | G5:1 E5 C5 | D5:.5 F5 A5:1 G5:.5 E5 | D5:2 A4:1 |";
    const answer = "F5:1 F5:.5 G5 A5 C6 | A5:1 F5 C5 | E5:.5 G5 C6:1 Bb5:.5 G5 | A5:2 D5:1 |";
    const ways = [1, 5, 9, 13, 17, 21, 25] as const;

    const concertina = song.track(pipes("concertina"), { level: -18, pan: -0.1, room: 0.3, loose: 14 });
    for (const bar of ways)
      concertina.line(bar, bar === 13 || bar === 21 ? answer : tune, {
        velocity: 0.5 + bar * 0.012,
        gate: 0.9,
      });
    concertina.line(29, "D5:3 | A4+D5:3< |", { velocity: 0.4 });
    const guitar = song.track(plucked("steelGuitar"), { level: -22, pan: 0.45, room: 0.25, loose: 12 });
    guitar.comp(5, `${way} ${way} ${wide} ${way}`, "b-x-xx", {
      velocity: 0.56,
      center: 60,
      strum: 0.018,
      pedal: 0.8,
    });
    const choir = song.track(pipes("choir"), { level: -22, spread: 0.9, room: 0.5, loose: 30 });
    choir
      .line(9, tune, { transpose: -12, velocity: 0.5 })
      .line(13, answer, { transpose: -12, velocity: 0.55 })
      .comp(17, `${way} ${wide} ${way}`, "x-----", { center: 64, velocity: 0.62 });
    const bass = song.track(plucked("pickedBass"), { level: -20, room: 0.06, effects: [drive(2, 2800)] });
    bass
      .bass(9, `${way} ${wide}`, "1--5--", { velocity: 0.62 })
      .bass(17, `${way} ${wide} ${way} Dm`, "111111", { velocity: 0.76, gate: 0.85 });

    const kit = song.drums(
      {
        kick: { drum: "deepKick" },
        snare: { drum: "snare", gain: 0.75 },
        tom: { drum: "tom", gain: 0.7, pan: -0.4 },
        floor: { drum: "floorTom", gain: 0.9, pan: 0.4 },
        crash: { drum: "crash", gain: 0.5, pan: -0.3 },
        ride: { drum: "ride", gain: 0.5, pan: 0.4 },
        stamp: { drum: "frameDrum", gain: 0.7 },
        clap: { drum: "crowdClap", gain: 0.5 },
      },
      { level: -18.5, room: 0.3 },
    );
    kit
      .groove(7, 6, { stamp: "x....." }, 0.5, 0.7)
      .groove(13, 4, { stamp: "x.....", clap: "..x.x." }, 0.5, 0.9);
    kit
      .groove(17, 4, { floor: "X.oxox", tom: "..x..x", kick: "x....." }, 0.5)
      .groove(20, 1, { snare: "..oxXX" }, 0.5);
    kit
      .groove(21, 8, { kick: "x..x..", snare: "..X.x.", ride: "x.x.x.", floor: ".....o" }, 0.5, 1.1)
      .groove(21, 8, { crash: "x..." }, 3)
      .groove(29, 1, { kick: "X", crash: "X", floor: "X" }, 3);
    const wall = song.track(plucked("electricGuitar"), {
      level: -20,
      pan: -0.5,
      room: 0.4,
      effects: [
        drive(9, 4200),
        chorus(0.4),
        ride([
          [48, -10],
          [60, -2],
          [66, 2],
        ]),
      ],
    });
    wall.comp(17, `${way} ${wide} ${way} Dm`, "xxxxxx", { center: 57, velocity: 0.8, strum: 0.006 });
    const sparks = song.track(plucked("electricGuitar"), {
      level: -20.5,
      pan: 0.5,
      room: 0.5,
      effects: [drive(5, 4800), echo(0.75, 0.45, 0.5)],
    });
    sparks.comp(21, `${wide} ${way}`, "443322443322", { step: 0.25, center: 72, velocity: 0.7 });
    const swell = song.track(synth("bowed"), {
      level: -22,
      spread: 0.8,
      room: 0.5,
      effects: [
        ride([
          [36, -14],
          [60, 0],
          [84, 0],
        ]),
      ],
    });
    swell.comp(13, `${wide} ${way} ${wide} ${way} Dm Dm`, "x-----", { center: 66, velocity: 0.7 });
    song.track(weather.sea, { level: -34, pan: 0.3, room: 0.2 }).line(1, "C3:94", { velocity: 0.6 });
  },
};
