import type { Piece } from "../score/song.ts";
import { drive, echo, tremolo } from "../synth/effects.ts";
import { piano } from "../synth/keys.ts";
import { plucked } from "../synth/strings.ts";
import { synth } from "../synth/waves.ts";
import { weather } from "../synth/weather.ts";
import { pipes, whistle } from "../synth/winds.ts";

/** A tremolo as slow as a porch fan, brushes, and a steel line that leans into every bar. */
export const lampRoom: Piece = {
  slug: "lamp-room",
  metre: 4,
  bars: 18,
  ring: 4.5,
  room: "parlour",
  compose(song) {
    const verse = "Bb Bb Eb Bb Gm Eb F7 F7";
    const refrain = "Eb Bb/D Cm7 F7 Bb D7/F# Gm:2 Eb:2 F7";
    const porch = song.track(plucked("electricGuitar"), {
      level: -18.5,
      pan: -0.2,
      room: 0.35,
      effects: [drive(1.5, 4800), tremolo(4.2, 0.6)],
      loose: 14,
    });
    porch.line(1, "Bb3:.5 D4 F4 Bb4 D5:1 F5 |", { velocity: 0.55, pedal: 2 });
    porch.line(
      2,
      `r:1 F4:1 Bb4 C5 | D5:2.5 C5:.5 Bb4:1 | Eb5:1.5 D5:.5 C5:1 Bb4 | D5:3 r:1 | D5:1 Bb4 G4:1.5 A4:.5 | Bb4:1.5 C5:.5 Eb5:2 | C5:1.5 A4:.5 F4:2 | r:2 F4:.5 G4 A4 C5 |`,
      { velocity: 0.64, pedal: 1 },
    );
    porch.line(
      10,
      "G5:1.5 F5:.5 Eb5:2 | F5:1.5 D5:.5 Bb4:2 | Eb5:1 D5 C5 G4 | A4:3 C5:1 | D5:1.5 F5:.5 Bb5:2 | A5:1 F#5 D5:2 | Bb5:1 G5 Eb5 G5 | F5:2 C5:1 A4 | Bb4:4 |",
      { velocity: 0.72, pedal: 1 },
    );
    const acoustic = song.track(plucked("steelGuitar"), { level: -22.5, pan: 0.45, room: 0.2, loose: 12 });
    acoustic
      .comp(2, verse, "b-x-b-xo", { velocity: 0.5, center: 58, strum: 0.025, pedal: 0.7 })
      .comp(10, `${refrain} Bb`, "b-xob-xx", { velocity: 0.56, center: 58, strum: 0.025, pedal: 0.7 });
    const bass = song.track(plucked("uprightBass"), { level: -19.5, room: 0.08 });
    bass
      .bass(2, verse, "1-5-", { step: 1, velocity: 0.62 })
      .bass(10, refrain, "1-5a", { step: 1, velocity: 0.68 })
      .line(18, "Bb1:4", { velocity: 0.6 });
    const kit = song.drums(
      {
        kick: { drum: "kick", gain: 0.6 },
        brush: { drum: "brush" },
        stir: { drum: "brush", gain: 0.4, pan: -0.3 },
      },
      { level: -25, room: 0.25, loose: 14, swing: 0.25 },
    );
    kit.groove(2, 16, { kick: "x...x...", brush: "..x...x.", stir: "oooooooo" }, 0.5);
    const steel = song.track(synth("bowed"), { level: -23, pan: 0.2, room: 0.5, loose: 25 });
    steel
      .line(4, "G4+Bb4:4 | F4+Bb4:4 | r:4 | G4+Bb4:4 | Eb4+A4:3 r:1 |", { velocity: 0.5 })
      .comp(10, refrain, "x-------", { center: 66, velocity: 0.56 })
      .line(18, "D5+F5:4", { velocity: 0.5 });
    const upright = song.track(piano("upright"), {
      level: -24,
      pan: -0.45,
      spread: 0.3,
      room: 0.3,
      loose: 14,
    });
    upright.comp(10, `${refrain} Bb`, "..2.3.4.", { center: 67, velocity: 0.42, pedal: 1 });
    song.track(weather.crackle, { level: -43, room: 0.1 }).line(1, "C3:70", { velocity: 0.4 });
  },
};

/** One road, nine fence posts: the low guitar passes one at the head of every second bar. */
export const lowSunLongShadow: Piece = {
  slug: "low-sun-long-shadow",
  metre: 4,
  bars: 20,
  ring: 4.5,
  room: "church",
  compose(song) {
    const road = "Dm Dm Bb A Dm C Bb A";
    const ridge = "Gm Dm Bb F Gm Dm Em7b5 A";
    const posts = song.track(plucked("baritoneGuitar"), {
      level: -18.5,
      pan: -0.3,
      room: 0.4,
      effects: [drive(1.8, 4600), tremolo(5.5, 0.35), echo(0.75, 0.3, 0.25)],
      loose: 10,
    });
    posts.line(1, "D2+D3:1.5> A2:.5 D3:1 F3 | E3:1.5 D3:.5 A2:2 |", { velocity: 0.76, pedal: 1 });
    posts.bass(3, "Dm Dm Bb A Dm C Bb A", "1--58-3-1-5-8-5a", {
      center: 38,
      step: 0.5,
      velocity: 0.66,
      pedal: 0.8,
    });
    posts.line(
      11,
      "G2+D3:1.5> Bb2:.5 D3:1 G3 | F3:1.5 D3:.5 A2:2 | Bb2+F3:1.5> D3:.5 F3:1 Bb3 | A3:1.5 F3:.5 C3:2 | G2+D3:1.5> Bb2:.5 D3:1 G3 | F3:1 E3 D3 A2 | E2+E3:1.5> G3:.5 Bb3:2 | A2:1 C#3 E3 G3 |",
      { velocity: 0.78, pedal: 1 },
    );
    posts.line(19, "D2+D3:1.5> A2:.5 D3:1 F3 | D2+A2+D3:4< |", { velocity: 0.66, pedal: 2 });
    const lips = song.track(whistle(), {
      level: -18,
      pan: 0.12,
      room: 0.6,
      effects: [echo(1, 0.25, 0.15)],
      loose: 20,
      late: 20,
    });
    lips.line(
      3,
      "A5:2.5 D6:.5 C6:.5 A5 | F5:1.5 G5:.5 A5:2 | Bb5:1.5 A5:.5 G5:1 F5 | E5:4 | A5:2.5 D6:.5 E6:.5 F6 | E6:1.5 C6:.5 G5:2 | F5:1 G5 Bb5 A5:.5 G5 | A5:4 |",
      { velocity: 0.6 },
    );
    lips.line(15, "G5:1 Bb5 D6:2 | F6:1.5> E6:.5 D6:2 | Bb5:1.5 G5:.5 E5:2 | C#6:3 E6:1 | D6:4 | A5:4< |", {
      velocity: 0.66,
    });
    const strum = song.track(plucked("nylonGuitar"), { level: -23, pan: 0.45, room: 0.35, loose: 12 });
    strum
      .comp(3, road, "..xox.xo", { center: 58, velocity: 0.55, strum: 0.016 })
      .comp(11, ridge, "x.xox.xx", { center: 58, velocity: 0.64, strum: 0.016 });
    const choir = song.track(pipes("choir"), { level: -22.5, spread: 0.9, room: 0.6, loose: 25 });
    choir
      .comp(11, ridge, "x-------", { center: 63, velocity: 0.6 })
      .line(19, "D4+F4+A4:6", { velocity: 0.5 });
    const horn = song.track(pipes("mutedBrass"), { level: -21, pan: -0.1, room: 0.6, loose: 18 });
    horn.line(11, "D5:2 Bb4:1 G4 | A4:3 D5:1 | F5:2 D5:1 Bb4 | C5:4 |", { velocity: 0.66 });
    const kit = song.drums(
      {
        skin: { drum: "frameDrum" },
        hoof: { drum: "lowBlock", gain: 0.5, pan: 0.4 },
        toe: { drum: "woodblock", gain: 0.35, pan: 0.5 },
        shaker: { drum: "shaker", gain: 0.35, pan: -0.5 },
        snare: { drum: "brush", gain: 0.6 },
      },
      { level: -24, room: 0.4 },
    );
    kit
      .groove(3, 8, { hoof: "x.x.x.x.", toe: ".x.x.x.x", skin: "x......." }, 0.5, 0.8)
      .groove(
        11,
        8,
        { skin: "X..xx...", hoof: "x.x.x.x.", toe: ".x.x.x.x", shaker: "xoxo", snare: "..x...xx" },
        0.5,
      );
    song.track(weather.wind, { level: -34, pan: -0.4, room: 0.3 }).line(1, "C3:84", { velocity: 0.6 });
  },
};
