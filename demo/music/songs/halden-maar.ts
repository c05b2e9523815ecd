import type { Piece } from "../score/song.ts";
import { chorus, echo, ride, sweep } from "../synth/effects.ts";
import { mallet } from "../synth/mallets.ts";
import { synth } from "../synth/waves.ts";
import { weather } from "../synth/weather.ts";
import { pipes, subBass } from "../synth/winds.ts";

/** A fifth that cools for a minute: the drone closes, the overtones fall, the kiln door is the drum. */
export const kiln: Piece = {
  slug: "kiln",
  metre: 4,
  bars: 16,
  ring: 7,
  room: "kiln",
  compose(song) {
    const heat = song.track(synth("drone"), {
      level: -19,
      spread: 0.5,
      room: 0.4,
      effects: [
        chorus(0.13, 0.005),
        sweep([
          [0, 300],
          [14, 2400],
          [30, 900],
          [44, 3000],
          [64, 250],
        ]),
      ],
    });
    heat.line(1, "C2+G2+C3:16 Ab1+Eb2+C3:8 Bb1+F2+D3:8 C2+G2+Eb3:16 F1+C2+Ab2:8 C2+G2+C3:9", {
      velocity: 0.75,
    });
    const bricks = song.track(pipes("choir"), {
      level: -23,
      spread: 0.9,
      room: 0.7,
      loose: 40,
      effects: [
        ride([
          [0, -12],
          [12, 0],
          [48, 2],
          [64, -10],
        ]),
      ],
    });
    bricks.line(
      3,
      "G4:6 F4:2 Eb4:4 D4+G4:4 C4+Eb4+Ab4:8 D4+F4+Bb4:8 Eb4+G4+C5:8 D4+G4+Bb4:8 C4+F4+Ab4:7 D4+G4:3",
      { velocity: 0.55 },
    );
    const embers = song.track(mallet("vibraphone"), {
      level: -25,
      spread: 1,
      room: 0.8,
      effects: [echo(1.5, 0.55, 0.6)],
      loose: 50,
    });
    embers.line(5, "r:2 G5:3 Eb5:3 D5:5 C5:3 r:2 Bb4:4 F5:2 G5:4> Eb5:4 D5:2 C5:6 Ab4:4 G4:6", {
      velocity: 0.5,
      pedal: 5,
    });
    const door = song.drums(
      { door: { drum: "door" }, skin: { drum: "frameDrum", gain: 0.5, pan: -0.3 } },
      { level: -20, room: 0.7, loose: 20 },
    );
    door
      .groove(3, 4, { door: "x.......", skin: ".....,.o" }, 1)
      .groove(7, 4, { door: "x...o...", skin: "...o..,." }, 1)
      .groove(11, 4, { door: "X...o...", skin: "..,o..oo" }, 1)
      .groove(15, 1, { door: "o..." }, 1);
    song
      .track(subBass(1.5, 2), { level: -22, room: 0.1 })
      .line(5, "C2:8 r:1 Ab1:7 Bb1:8 C2:15 F1:8 C2:6", { velocity: 0.6 });
    song.track(weather.room, { level: -30, pan: 0.3, room: 0.4 }).line(1, "C3:68", { velocity: 0.7 });
    song.track(weather.crackle, { level: -37, pan: -0.3, room: 0.5 }).line(1, "C3:66", { velocity: 0.5 });
  },
};

/** A music box with eleven floors of air under it; the lift motor moves a sixth at a time. */
export const concreteLullaby: Piece = {
  slug: "concrete-lullaby",
  metre: 3,
  bars: 22,
  ring: 5,
  room: "church",
  compose(song) {
    const a = "Ab Fm Db Eb Ab Cm Db Eb";
    const b = "Fm Cm Db Ab/C Bbm Eb7 Ab Eb7";
    const tune = `Eb5:2 C5:1 | F5:1.5 Eb5:.5 C5:1 | Db5:1 F5 Ab5 | G5:3 | Eb5:2 Ab5:1 | G5:1.5 Eb5:.5 C5:1 | F5:1 Eb5 Db5 | Eb5:3 |`;
    const box = song.track(mallet("musicBox"), { level: -18, spread: 0.5, room: 0.4, loose: 14 });
    box
      .line(2, tune, { transpose: 12, velocity: 0.5, pedal: 2 })
      .line(
        10,
        `C6:2 Ab5:1 | G5:1 Bb5 Eb6 | F6:1.5> Eb6:.5 Db6:1 | C6:3 | Db6:1 F6 Bb5 | G5:1 Bb5 Db6 | C6:2 Eb6:1 | Bb5:3 |`,
        { velocity: 0.6, pedal: 2 },
      );
    box.line(18, "Eb6:2 C6:1 | F6:1.5 Eb6:.5 C6:1 | Db6:2 G5:1< | Ab5:3< |", { velocity: 0.42, pedal: 3 });
    const comb = song.track(mallet("musicBox"), { level: -24, pan: -0.25, room: 0.4, loose: 12 });
    comb
      .comp(1, `Ab ${a} ${b} Ab Fm Eb7`, "0.1.2.", { center: 73, velocity: 0.36, pedal: 1.5 })
      .comp(21, "Ab Ab", "0.2.4.......", { center: 73, velocity: 0.3, pedal: 4 });
    const motor = song.track(subBass(0.25, 0.8), { level: -20, room: 0.08 });
    motor.bass(2, `${a} ${b} Ab Fm Eb7 Ab Ab`, "1-----", { center: 29, velocity: 0.65, gate: 1 });
    const neighbours = song.track(pipes("choir"), { level: -24, spread: 0.8, room: 0.6, loose: 30 });
    neighbours.comp(10, `${b} Ab Fm Eb7 Ab`, "x-----", { center: 63, velocity: 0.5, gate: 1.05 });
    const washing = song.track(synth("hollowPad"), { level: -30, spread: 0.8, room: 0.7 });
    washing.comp(2, `${a} ${b}`, "x-----", { center: 60, velocity: 0.45, gate: 1.1 });
    song.track(weather.wind, { level: -38, pan: 0.3, room: 0.3 }).line(1, "C3:66", { velocity: 0.5 });
    const knock = song.drums(
      { skin: { drum: "frameDrum", gain: 0.6 } },
      { level: -29, room: 0.6, loose: 15 },
    );
    knock.groove(10, 8, { skin: "o....." }, 1);
  },
};
