import type { Piece } from "../score/song.ts";
import { chorus, drive, echo, tremolo } from "../synth/effects.ts";
import { electricPiano } from "../synth/keys.ts";
import { mallet } from "../synth/mallets.ts";
import { plucked } from "../synth/strings.ts";
import { weather } from "../synth/weather.ts";
import { pipes } from "../synth/winds.ts";

/** Verse, chorus, a bar of cousins, chorus in the rain. */
export const umbrellaSeason: Piece = {
  slug: "umbrella-season",
  metre: 4,
  bars: 26,
  form: [
    [1, 2],
    [1, 2],
    [3, 10],
    [11, 16],
    [3, 10],
    [11, 18],
    [19, 25],
    [3, 10],
    [11, 18],
    [19, 25],
    [19, 26],
  ],
  ring: 3.5,
  room: "hall",
  compose(song) {
    const verse = "C G/B Am F C G/B F G";
    const refrain = "F G C Am F G C C";
    const organ = song.track(pipes("churchOrgan"), { level: -21, spread: 0.5, room: 0.35 });
    organ
      .comp(1, "C G/B", "x-------", { center: 64, velocity: 0.5 })
      .comp(3, verse, "x-------", { center: 64, velocity: 0.5 })
      .comp(11, "F G C Am F G", "x--xx-x-", { center: 66, velocity: 0.62, gate: 0.9 });
    organ
      .comp(17, "F G", "x-------", { center: 64, velocity: 0.45 })
      .comp(19, refrain, "x--xx-x-", { center: 67, velocity: 0.68, gate: 0.9 });
    const bass = song.track(plucked("electricBass"), { level: -19, room: 0.04, effects: [drive(1.3, 2600)] });
    bass
      .bass(3, verse, "1..11.5.", { velocity: 0.66 })
      .bass(11, "F G C Am F G", "1.115.8a", { velocity: 0.76 })
      .bass(17, "F G", "1-------")
      .bass(19, refrain, "1.115.8a", { velocity: 0.8 });

    const kit = song.drums(
      {
        kick: { drum: "kick" },
        snare: { drum: "snare", gain: 0.6 },
        hat: { drum: "hat", gain: 0.38, pan: 0.3 },
        clap: { drum: "crowdClap", gain: 0.75, pan: -0.2 },
        right: { drum: "crowdClap", gain: 0.6, pan: 0.4 },
        bells: { drum: "tambourine", gain: 0.4, pan: -0.4 },
        crash: { drum: "crash", gain: 0.5 },
      },
      { level: -19.5, room: 0.25 },
    );
    const claps = { clap: "....x.......x...", right: "....x.......x.x." };
    kit
      .groove(3, 4, { kick: "x.......x.x.....", hat: "x.o.x.o." }, 0.25, 0.8)
      .groove(7, 4, { kick: "x.......x.x.....", hat: "x.o.x.o.", clap: claps.clap });
    const big = {
      kick: "x..x..x.x..x....",
      snare: "....x.......x...",
      hat: "x.x.x.x.",
      bells: "o.x.o.x.",
      ...claps,
    };
    kit
      .groove(11, 1, { crash: "x" }, 4)
      .groove(11, 6, big)
      .groove(17, 2, { clap: "x..x..x...x.x...", right: "x..x..x...x.x.x." })
      .groove(19, 1, { crash: "x" }, 4)
      .groove(19, 7, big, 0.25, 1.1)
      .groove(26, 1, { kick: "X", crash: "x" }, 4);

    const song1 = song.track(electricPiano(0.7), {
      level: -18,
      pan: 0.12,
      room: 0.25,
      effects: [chorus(1.1, 0.002, 0.3)],
      loose: 10,
    });
    song1.line(
      3,
      `E5:1 G5:.5 E5 D5:1 C5 | D5:1.5 B4:.5 G4:2 | C5:1 E5:.5 C5 B4:1 A4 | A4:1.5 C5:.5 F5:2 |
       E5:1 G5:.5 A5 G5:1 E5 | D5:1.5 E5:.5 D5:2 | C5:.5 D5 F5 A5 G5:1 F5 | D5:3 G5:.5 G5 |`,
      { velocity: 0.6 },
    );
    const hook = `A5:1.5> G5:.5 F5:1 A5 | G5:1.5 F5:.5 D5:1 G5 | E5:1 G5 C6:2> | B5:1 A5 E5:2 |`;
    song1.line(11, hook, { velocity: 0.74 }).line(15, "A5:1 C6 A5 F5 | G5:4 |", { velocity: 0.7 });
    const cousins = song.track(pipes("choir"), { level: -20, spread: 0.9, room: 0.4, loose: 22 });
    cousins.line(17, "A4+C5+F5:1.5 A4+C5+F5:.5 A4+C5+E5:2 | G4+B4+D5:1.5 G4+B4+D5:.5 B4+D5+G5:2 |", {
      velocity: 0.6,
    });
    const chorusLine = `${hook} A5:1.5> G5:.5 F5:1 A5 | B5:1 D6:2 B5:1 | C6:4 | G5+C6:4 |`;
    song1.line(19, chorusLine, { velocity: 0.8 });
    cousins.line(19, chorusLine, { transpose: -12, velocity: 0.66 });
    const bell = song.track(mallet("glockenspiel"), { level: -27, pan: -0.4, room: 0.4 });
    bell
      .comp(19, refrain, "3.2.4.2.", { center: 76, velocity: 0.45 })
      .comp(1, "C G/B", "3.2.4.2.", { center: 76, velocity: 0.4 });
    song.track(weather.rain, { level: -31, room: 0.2 }).line(18, "C3:36", { velocity: 0.6 });
  },
};

/** Ninths and a lazy clave; the tiger is in the bass, the moon in the vibraphone. */
export const paperTigerPaperMoon: Piece = {
  slug: "paper-tiger-paper-moon",
  metre: 4,
  bars: 24,
  form: [
    [1, 2],
    [3, 10],
    [11, 18],
    [3, 10],
    [11, 18],
    [19, 23],
    [3, 10],
    [11, 18],
    [19, 24],
  ],
  ring: 3.5,
  room: "studio",
  compose(song) {
    const a = "Bm9 Bm9 E9 E9 Gmaj9 F#7b9 Bm9 F#7b9";
    const b = "Em9 A9 Dmaj9 Gmaj9 C#m7b5 F#7b9 Bm9 B7b9";
    const keys = song.track(electricPiano(1), {
      level: -20,
      spread: 0.5,
      room: 0.25,
      effects: [tremolo(4.6, 0.25), chorus(0.7, 0.002, 0.3)],
      loose: 12,
      late: 6,
    });
    const comp = { step: 0.25, velocity: 0.52, center: 61, gate: 0.9 };
    keys
      .comp(1, "Bm9 F#7b9", "x--x-.x--.x-x-..", comp)
      .comp(3, a, "x--x-.x--.x-x-..", comp)
      .comp(11, b, "..x--x--x--x--x-", { ...comp, velocity: 0.6 })
      .comp(19, "Bm9 Bm9 E9 Gmaj9 F#7b9", "x--x-.x--.x-x-..", comp)
      .comp(24, "Bm9", "x---", { step: 1, strum: 0.05 });
    const nylon = song.track(plucked("nylonGuitar"), { level: -23.5, pan: -0.45, room: 0.2, loose: 10 });
    nylon
      .comp(3, a, "x.xx.x.x.x.xx.x.", { step: 0.25, velocity: 0.46, center: 59, gate: 0.8, strum: 0.008 })
      .comp(11, b, "x.xx.x.x.x.xx.x.", { step: 0.25, velocity: 0.5, center: 59, gate: 0.8, strum: 0.008 })
      .comp(19, "Bm9 Bm9 E9 Gmaj9 F#7b9", "x.xx.x.x.x.xx.x.", {
        step: 0.25,
        velocity: 0.46,
        center: 59,
        strum: 0.008,
      });
    const bass = song.track(plucked("uprightBass"), { level: -18.5, room: 0.06, loose: 8 });
    bass
      .bass(3, a, "1--15--5", { velocity: 0.7 })
      .bass(11, b, "1--15-3a", { velocity: 0.76 })
      .bass(19, "Bm9 Bm9 E9 Gmaj9 F#7b9 Bm9", "1--15--5", { velocity: 0.7 });
    const kit = song.drums(
      {
        kick: { drum: "kick", gain: 0.6 },
        rim: { drum: "rim", gain: 0.7, pan: 0.2 },
        brush: { drum: "brush", gain: 0.6, pan: -0.2 },
        hat: { drum: "hat", gain: 0.24, pan: 0.35 },
        shaker: { drum: "shaker", gain: 0.5, pan: -0.5 },
      },
      { level: -23, room: 0.2, loose: 8 },
    );
    const bossa = {
      kick: "x..ox..ox..ox..o",
      rim: "x..x..x...x..x..",
      shaker: "xoxo",
      hat: "..x...x...x...x.",
    };
    kit
      .groove(2, 1, { shaker: "xoxo" })
      .groove(3, 8, bossa)
      .groove(11, 8, { ...bossa, brush: "....x.......x..." }, 0.25, 1.1)
      .groove(19, 5, bossa);

    const voice = song.track(pipes("flute"), {
      level: -17.5,
      pan: 0.08,
      room: 0.3,
      effects: [echo(1.5, 0.25, 0.18)],
      loose: 18,
      late: 14,
    });
    voice.line(
      3,
      `r:.5 F#5 A5 C#6 B5:1.5 A5:.5 | F#5:2.5 r:1.5 | r:.5 E5 G#5 B5 C#6:1 B5:.5 G#5 | F#5:3 r:1 |
       r:.5 D5 F#5 A5 B5:1 A5 | G5:1 E5:.5 C#5 A#4:2 | B4:.5 C#5 D5 F#5 E5:1 D5 | C#5:1.5 A#4:.5 r:2 |`,
      { velocity: 0.58 },
    );
    voice.line(
      11,
      `B5:1.5> A5:.5 G5:1 F#5 | E5:.5 G5 B5 C#6 A5:2 | F#5:1.5 A5:.5 C#6:1 E6 | D6:2 B5:1 A5 | G5:1.5 E5:.5 B4:1 C#5 | E5:1 G5:.5 E5 C#5:1 A#4 | D5:1 F#5 C#6 B5 | A5:1.5 F#5:.5 D#5:2 |`,
      { velocity: 0.7 },
    );
    voice.line(
      19,
      "F#5:1.5 E5:.5 D5:2 | r:2 C#5:1 D5 | E5:1.5 G#5:.5 B5:2 | A5:1 F#5 D5 B4 | C#5:2 A#4 | B4:4 |",
      { velocity: 0.56 },
    );
    const moon = song.track(mallet("vibraphone"), { level: -25, spread: 0.7, room: 0.5 });
    moon
      .comp(11, b, "....3.2.....4.1.", { step: 0.25, center: 73, velocity: 0.45, pedal: 1.5 })
      .line(24, "F#6:.5 C#6 A5 F#5:2.5", { velocity: 0.4, pedal: 3 });
  },
};
