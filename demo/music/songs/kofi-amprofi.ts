import type { Piece } from "../score/song.ts";
import { chorus, drive, dull, echo, thin } from "../synth/effects.ts";
import { mallet } from "../synth/mallets.ts";
import { plucked } from "../synth/strings.ts";
import { synth } from "../synth/waves.ts";
import { weather } from "../synth/weather.ts";
import { pipes } from "../synth/winds.ts";

const third = 1 / 3;

/** Two guitars that finish each other's sentences over the bell; the wind comes in with the break. */
export const harmattan: Piece = {
  slug: "harmattan",
  metre: 4,
  bars: 22,
  ring: 3.5,
  room: "studio",
  compose(song) {
    const verse = "G C D7 G Em Am D7 G";
    const turn = "C G/B Am D7 C G/B D7 G";

    const kit = song.drums(
      {
        bell: { drum: "bell", gain: 0.5, pan: 0.45 },
        shaker: { drum: "shaker", gain: 0.7, pan: -0.4 },
        kick: { drum: "kick" },
        rim: { drum: "rim", gain: 0.6 },
        conga: { drum: "conga", gain: 0.8, pan: -0.2 },
        low: { drum: "lowConga", gain: 0.9, pan: -0.2 },
      },
      { level: -20, room: 0.15, loose: 8 },
    );
    const bell = "x.x.xx.x.x.x";
    const full = {
      bell,
      shaker: "xoxxoxxoxxox",
      kick: "x.....x..x..",
      rim: "...x.....x..",
      conga: "..x..x..x.xx",
      low: "x..x.....x..",
    };
    kit
      .groove(2, 1, { bell }, third, 0.8)
      .groove(3, 8, full, third)
      .groove(11, 2, { bell, shaker: full.shaker }, third, 0.6);
    kit
      .groove(13, 9, full, third, 1.1)
      .groove(22, 1, { bell: "x..x..x.....", kick: "x.....x.....", low: "x.....X....." }, third);

    const first = song.track(plucked("electricGuitar"), {
      level: -20,
      pan: -0.55,
      room: 0.2,
      effects: [drive(1.6, 6200), chorus(0.8, 0.002, 0.3)],
      loose: 9,
    });
    const roll = { step: third, velocity: 0.6, center: 64, pedal: 0.5 };
    first
      .comp(1, "G C", "0.2.13.21.4.", roll)
      .comp(3, verse, "0.2.13.21.4.", roll)
      .comp(11, "Em D7", "0..1..2..3..", { ...roll, velocity: 0.45 });
    first.comp(13, turn, "3.1.42.10.2.", roll).comp(21, "G G", "0.2.13.2x---", roll);
    const second = song.track(plucked("mutedGuitar"), {
      level: -23,
      pan: 0.55,
      room: 0.15,
      effects: [thin(220)],
      loose: 8,
    });
    second.comp(3, verse, "..x.x...x.x.", { step: third, velocity: 0.62, center: 67, strum: 0.006 });
    second.comp(13, turn, "x.x..x..xx..", { step: third, velocity: 0.66, center: 67, strum: 0.006 });

    const bass = song.track(plucked("electricBass"), { level: -20, room: 0.05, effects: [drive(1.4, 2600)] });
    bass
      .bass(3, verse, "1..5.81..3.a", { step: third, velocity: 0.75 })
      .bass(11, "Em D7", "1...........", { step: third });
    bass
      .bass(13, turn, "1.15.8..53.a", { step: third, velocity: 0.8 })
      .bass(21, "G G", "1.15.81-----", { step: third });

    const lead = song.track(plucked("electricGuitar"), {
      level: -17.5,
      pan: 0.1,
      room: 0.3,
      effects: [drive(2.2, 5600), echo(1, 0.25, 0.2)],
      loose: 12,
    });
    lead.line(
      5,
      `r:2/3 D5:1/3 F#5:2/3 A5:1/3 C6:1 A5:1 | B5:2/3 A5:1/3 G5:2 r:1 | r:2/3 G5:1/3 B5:2/3 G5:1/3 E5:2 |
       C5:2/3 E5:1/3 A5:2/3 G5:1/3 E5:2 | D5:2/3 F#5:1/3 A5:2/3 C6:1/3 B5:1 A5 | G5:3 r:1 |`,
      { velocity: 0.7 },
    );
    const call = `E5:2/3 G5:1/3 C6:1> B5:2/3 A5:1/3 G5:1 | D6:2/3 B5:1/3 G5:2 r:1 | C6:2/3 B5:1/3 A5:2/3 E5:1/3 C5:2 | D5:2/3 F#5:1/3 A5:1 F#5:2 |`;
    lead.line(13, call, { velocity: 0.76 });
    lead.line(
      17,
      "E5+G5:2/3 G5+B5:1/3 C6+E6:1> B5+D6:2/3 A5+C6:1/3 G5+B5:1 | B5+D6:2/3 G5+B5:1/3 D5+G5:2 r:1 | D6:2/3 C6:1/3 A5:2/3 F#5:1/3 D5:1 F#5 | G5:4 |",
      { velocity: 0.8 },
    );
    lead.line(21, "B5:2/3 A5:1/3 G5:2/3 E5:1/3 D5:2/3 E5:1/3 G5:1 | r:2 G5+B5:2 |", { velocity: 0.7 });
    song.track(weather.dust, { level: -36, pan: -0.3, room: 0.2 }).line(1, "C3:90", { velocity: 0.5 });
  },
};

/** The form runs backwards: sweeping, haggling, shutters. The horns start at the top of the scale and come down. */
export const marketDayInReverse: Piece = {
  slug: "market-day-in-reverse",
  metre: 4,
  bars: 26,
  ring: 2,
  room: "studio",
  compose(song) {
    const vamp = "Em7 Em7 A9 A9";
    const kit = song.drums(
      {
        kick: { drum: "dryKick" },
        snare: { drum: "drySnare", gain: 0.8 },
        hat: { drum: "hat", gain: 0.5, pan: 0.3 },
        open: { drum: "openHat", gain: 0.4, pan: 0.3 },
        shaker: { drum: "shaker", gain: 0.5, pan: -0.5 },
        conga: { drum: "conga", gain: 0.6, pan: -0.35 },
        low: { drum: "lowConga", gain: 0.6, pan: -0.35 },
      },
      { level: -19.5, room: 0.12, swing: 0.12, swingStep: 0.25, loose: 6 },
    );
    const beat = {
      kick: "x..x..x...x..x..",
      snare: "....x..o.o..X..o",
      hat: "xoxoxoxoxoxoxo.o",
      open: "..............x.",
      shaker: "xoxoxoxo",
      conga: "..x..x.x..x..xx.",
      low: "x......x........",
    };
    kit.groove(1, 2, { shaker: "x.xox.xo", conga: beat.conga }, 0.25, 0.7).groove(3, 14, beat);
    kit
      .groove(17, 2, { kick: "x.......x.......", conga: "x.xx.xx.x.xx.xxx", low: "..x..x...x..x..." })
      .groove(19, 7, beat, 0.25, 1.1);
    kit.groove(26, 1, { kick: "X.....X.........", snare: "..x.x.X........." });

    const bass = song.track(plucked("electricBass"), {
      level: -19,
      room: 0.04,
      effects: [drive(1.8, 2400)],
      swing: 0.12,
      swingStep: 0.25,
    });
    bass.bass(3, `${vamp} ${vamp} ${vamp} Cmaj7 B7`, "1..1..8.7.5..3.a", {
      step: 0.25,
      gate: 0.7,
      velocity: 0.78,
    });
    bass
      .bass(19, `${vamp} Cmaj7 B7 Em7 Em7:2`, "1..1..8.7.5..3.a", { step: 0.25, gate: 0.7, velocity: 0.82 })
      .line(26, "E2:.5 r G2 E2:1 r:1.5", { gate: 0.6 });
    const clav = song.track(plucked("clavinet"), {
      level: -21,
      pan: 0.45,
      room: 0.08,
      effects: [drive(1.8, 5200), thin(180)],
      swing: 0.12,
      swingStep: 0.25,
    });
    clav.comp(3, `${vamp} ${vamp} ${vamp} Cmaj7 B7`, "0.x..x1.0.xx.x2.", {
      step: 0.25,
      gate: 0.6,
      velocity: 0.66,
      center: 60,
    });
    clav.comp(19, `${vamp} Cmaj7 B7 Em7`, "0.x..x1.0.xx.x2.", {
      step: 0.25,
      gate: 0.6,
      velocity: 0.7,
      center: 60,
    });
    const organ = song.track(pipes("organ"), {
      level: -22,
      pan: -0.4,
      room: 0.2,
      effects: [chorus(6, 0.0006, 0.5), drive(1.5, 4600)],
    });
    organ.comp(7, `${vamp} ${vamp} Em7 Em7`, "x-----.x.x------", { step: 0.25, velocity: 0.55, center: 64 });
    organ.line(17, "E5:.5 D5 B4 A4 G4:.75 A4:.75 B4:.5 | E5:.5 G5 E5 D5 B4:1 r:1 |", { velocity: 0.7 });
    organ.comp(19, `${vamp} Cmaj7 B7 Em7`, "x-----.x.x------", { step: 0.25, velocity: 0.6, center: 64 });

    const horns = song.track(synth("brass"), {
      level: -18,
      spread: 0.7,
      room: 0.25,
      loose: 12,
      effects: [drive(1.3, 5800)],
    });
    const price =
      "B4+E5+G5+B5:.5> r:1 A4+D5+F#5+A5:.5 r:2 | G4+B4+E5+G5:.25 r:.5 F#4+A4+D5+F#5:.25 r:.5 E4+G4+B4+E5:1.5> r:1 |";
    horns
      .line(5, price, { velocity: 0.7 })
      .line(9, price, { velocity: 0.76 })
      .line(13, "E5+G5+B5:3 r:1 | D5+F#5+A5:.5> r C#5+E5+G5:.5> r B4+D5+E5:1.5 r:.5 |");
    horns.line(15, "G4+C5+E5+B5:3 r:.5 B5:.5 | F#4+B4+D#5+A5:1.5 r:.5 G5:.25 F#5 E5 D5 B4:.5> r |");
    horns
      .line(19, price, { times: 2, velocity: 0.82 })
      .line(
        23,
        "G4+C5+E5+B5:3 r:1 | F#4+B4+D#5+A5:2 r:.5 A5:.5 G5 F#5 | E5:.5> r B4 r A4 G4 r:1 | E4+G4+B4+E5:.5> r E4+G4+B4+D5 E3+E4+G4+B4:1> r:1.5 |",
        { velocity: 0.84 },
      );
  },
};

/** A thumb piano in two hands a third apart, a round bass, and the accident in bar 17. */
export const glassMango: Piece = {
  slug: "glass-mango",
  metre: 4,
  bars: 24,
  ring: 3.5,
  room: "parlour",
  compose(song) {
    const b = "Bm G D A Bm G Em A";
    const right = song.track(mallet("thumbPiano"), {
      level: -18.5,
      pan: 0.25,
      spread: 0.3,
      room: 0.25,
      loose: 8,
    });
    right.line(
      1,
      `F#5:.5 A5 D5 A5 F#5 E5 D5 A4 | B4:.5 D5 G5 D5 B4 A4 G4 D5 | F#5:.5 A5 D6 A5 F#5 E5 D5 F#5 | E5:.5 C#5 A4 C#5 E5:1 r:1 |`,
      { times: 2, velocity: 0.62, pedal: 1 },
    );
    right.line(
      9,
      `D6:.5> A5 F#5 A5 B5 A5 F#5 D5 | G5:.5 B5 D6 B5 G5 D5 E5 F#5 | D6:.5> A5 F#5 A5 E5 F#5 D5 A4 | E5:.5 A5 C#6 A5 E5:1 r:1 |
       F#5:.25 G5 A5:.5 D6 A5 F#5:1 D5 | B4:.5 D5 G5 B5 A5:1 G5 | G5:.5 E5 B4 E5 G5 A5 B5 C#6 | E6:1> C#6:.5 A5 E5:1 r:1 |`,
      { velocity: 0.74, pedal: 1 },
    );
    right.line(18, "r:2 F#5:1 D5 | B4:2 r:2 | E5:1 C#5 A4:2 |", { velocity: 0.4, pedal: 2 });
    right.line(
      21,
      "F#5:.5 A5 D6> A5 F#5 E5 D5 A4 | B4:.5 D5 G5 B5 D6> B5 G5 D5 | E5:.5 G5 C#5 E5 A4 C#5 E5 A5 | D6+F#5:1> A5 D5:2 |",
      { velocity: 0.7, pedal: 1.2 },
    );
    const left = song.track(mallet("thumbPiano"), { level: -21, pan: -0.4, room: 0.25, loose: 8 });
    left.comp(3, `D A D G D A ${b} D`, "b.2.1.b.2.0.1.2.", {
      step: 0.25,
      velocity: 0.55,
      center: 64,
      pedal: 0.8,
    });
    left.comp(21, "D G A D", "b.2.1.b.2.0.1.2.", { step: 0.25, velocity: 0.6, center: 64, pedal: 0.8 });

    const bass = song.track(plucked("uprightBass"), { level: -19, room: 0.06 });
    bass
      .bass(5, `D G Em A ${b}`, "1..5..8.1..5.3.a", { step: 0.25, velocity: 0.75 })
      .bass(17, "D:2 Bm:2 G Em A", "1-------", { step: 0.5, velocity: 0.6 });
    bass.bass(21, "D G A D", "1..5..8.1..5.3.a", { step: 0.25, velocity: 0.78 });
    const kit = song.drums(
      {
        shaker: { drum: "shaker", pan: 0.5 },
        kick: { drum: "kick", gain: 0.8 },
        clap: { drum: "clap", gain: 0.4 },
        block: { drum: "woodblock", gain: 0.35, pan: -0.5 },
      },
      { level: -24, room: 0.2 },
    );
    kit.groove(5, 4, { shaker: "xoXo", kick: "x.......x.x....." }).groove(9, 8, {
      shaker: "xoXo",
      kick: "x..x..x.x..x....",
      clap: "....x.......x...",
      block: "x..x..x...x.x...",
    });
    kit.groove(21, 4, {
      shaker: "xoXo",
      kick: "x..x..x.x..x....",
      clap: "....x.......x...",
      block: "x..x..x...x.x...",
    });
    const shards = song.track(mallet("glass"), {
      level: -25,
      spread: 1.2,
      room: 0.7,
      effects: [echo(0.75, 0.45, 0.4), dull(7500)],
    });
    shards
      .line(17, "D7:.125> A6 F#6 C#7 B6 E6 A6 D6:.25 F#6 A5 D6:.5 A5:1 r:1.125", { velocity: 0.7, pedal: 3 })
      .comp(9, b, "4.......2.......", { step: 0.5, center: 74, velocity: 0.4, pedal: 2 });
    shards.line(24, "r:2 D6+F#6+A6:2", { strum: 0.05, velocity: 0.5 });
  },
};
