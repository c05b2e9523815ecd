import type { Piece } from "../score/song.ts";
import { chorus, echo, pump, ride, sweep, thin } from "../synth/effects.ts";
import { electricPiano } from "../synth/keys.ts";
import { synth } from "../synth/waves.ts";
import { weather } from "../synth/weather.ts";
import { pipes, subBass } from "../synth/winds.ts";

/** One note of the arpeggio for every lamp; the one in bar seven never worked. */
export const sodium: Piece = {
  slug: "sodium",
  metre: 4,
  bars: 28,
  ring: 3.5,
  room: "hall",
  compose(song) {
    const street = "Am F C G Am F Dm E7";
    const bridge = "Fmaj7 Em7 Dm7 Am";
    const lamps = "0.2.1.3.2.4.3.1.";
    const arp = song.track(synth("arpeggio"), {
      level: -19.5,
      spread: 0.5,
      room: 0.25,
      loose: 2,
      effects: [
        echo(0.75, 0.4, 0.35),
        sweep([
          [0, 700],
          [32, 3200],
          [64, 8000],
          [78, 1200],
          [96, 9000],
          [112, 900],
        ]),
      ],
    });
    const play = { step: 0.25, velocity: 0.66, center: 64, gate: 0.8 };
    arp
      .comp(1, "Am F C G Am F", lamps, play)
      .comp(7, "Dm", "0.2.1.3...4.3.1.", play)
      .comp(8, "E7", lamps, play);
    arp
      .comp(9, street, "0421302413024130", play)
      .comp(17, bridge, lamps, { ...play, velocity: 0.5 })
      .comp(21, `${street.slice(0, 8)} G`, "0421302413024130", play);
    arp.comp(25, "Am F G Am", lamps, { ...play, velocity: 0.5 });

    const bass = song.track(synth("synthBass"), { level: -18.5, room: 0.03, loose: 2 });
    bass
      .bass(5, "Am F Dm E7", "1.11.11.1.11.181", { step: 0.25, gate: 0.7 })
      .bass(9, street, "1.11.11.1.11.181", { step: 0.25, gate: 0.7, velocity: 0.78 });
    bass
      .bass(17, bridge, "1---------------", { step: 0.25 })
      .bass(21, "Am F C G Am F", "1.11.11.1.11.181", { step: 0.25, gate: 0.7, velocity: 0.8 })
      .line(27, "G1:4 | A1:4 |");
    const kit = song.drums(
      {
        kick: { drum: "machineKick" },
        snare: { drum: "machineSnare", gain: 0.75 },
        hat: { drum: "hat", gain: 0.42, pan: 0.25 },
        open: { drum: "openHat", gain: 0.3, pan: 0.25 },
        tom: { drum: "tom", gain: 0.6, pan: -0.4 },
      },
      { level: -18, room: 0.14, loose: 1 },
    );
    const machine = {
      kick: "x...x...x...x...",
      snare: "....x.......x...",
      hat: "..x...x...x...xo",
      open: "..............x.",
    };
    kit
      .groove(3, 2, { kick: machine.kick }, 0.25, 0.8)
      .groove(5, 3, machine)
      .groove(8, 1, { ...machine, tom: "........x.xx.xxx" });
    kit
      .groove(9, 8, { ...machine, hat: "x.xox.xox.xox.xo", kick: "x...x...x..xx..." })
      .groove(17, 3, { hat: "x...x...x...x.o." }, 0.25, 0.7)
      .groove(20, 1, { snare: "x...x...x.x.xxxx" });
    kit
      .groove(21, 6, { ...machine, hat: "x.xox.xox.xox.xo", kick: "x...x...x..xx..." }, 0.25, 1.05)
      .groove(27, 1, { kick: "x...x...x...x..." });

    const pads = song.track(synth("warmPad"), { level: -25, spread: 0.7, room: 0.5, effects: [pump(0.5)] });
    pads
      .comp(9, street, "x---------------", { step: 0.25, center: 66 })
      .comp(17, bridge, "x---------------", { step: 0.25, center: 66, velocity: 0.8 })
      .comp(21, "Am F C G Am F G Am", "x---------------", { step: 0.25, center: 66 });
    const lead = song.track(synth("lead"), {
      level: -18.5,
      pan: -0.1,
      room: 0.35,
      effects: [echo(1, 0.35, 0.3)],
      loose: 5,
    });
    lead.line(
      11,
      "r:2 E5:1 G5 | B5:1.5> A5:.5 G5:1 D5 | E5:3 r:1 | C5:1 A5:1.5 G5:.5 F5:1 | F5:1.5 E5:.5 D5:2 | E5:2 G#5:1 B5 |",
      { velocity: 0.62 },
    );
    lead.line(17, "A5:3 G5:1 | G5:3 E5:1 | F5:2 E5:1 D5 | E5:4 |", { velocity: 0.5 });
    lead.line(
      21,
      "A5:1.5> C6:.5 B5:1 A5 | A5:1 G5 F5:2 | E5:1 G5 C6:1.5> B5:.5 | B5:2 G5:1 D5 | E5:3 C5:1 | A4:2 C5 | B4:4 | A4:4 |",
      { velocity: 0.72 },
    );
  },
};

/** Four on the floor at walking speed, ninth chords between the beats, and the wipers for a hi-hat. */
export const kvallsbuss: Piece = {
  slug: "kvallsbuss",
  metre: 4,
  bars: 28,
  ring: 4,
  room: "hall",
  compose(song) {
    const route = "Fm9 Bbm9 Ebmaj9 Abmaj7";
    const detour = "Dbmaj9 Cm7 Fm9 Fm9";
    const chords = song.track(synth("houseChord"), {
      level: -20,
      spread: 0.6,
      room: 0.4,
      effects: [
        chorus(0.5),
        echo(0.75, 0.42, 0.35),
        sweep([
          [0, 500],
          [32, 2500],
          [60, 7000],
          [72, 1500],
          [84, 8000],
          [112, 600],
        ]),
      ],
      loose: 4,
    });
    const stabs = { step: 0.25, velocity: 0.66, center: 61, gate: 0.9 };
    chords
      .comp(1, `${route} ${route} ${route} ${route}`, "..x..x...x-...x.", stabs)
      .comp(17, detour, "x-------x---..x-", { ...stabs, velocity: 0.5 })
      .comp(21, `${route} Dbmaj9 Cm7 Fm9 Fm9`, "..x..x...x-...x.", stabs);
    const keys = song.track(electricPiano(0.8), {
      level: -21,
      pan: 0.25,
      spread: 0.4,
      room: 0.35,
      effects: [chorus(0.9, 0.002, 0.3), echo(1.5, 0.3, 0.25)],
      loose: 12,
      late: 8,
    });
    keys.line(
      9,
      "r:1.5 C5:.5 Eb5 G5:1.5 | F5:1 Db5:.5 C5:2.5 | r:1.5 Bb4:.5 D5 F5:1 G5:.5 | Eb5:1.5 C5:.5 G4:2 |",
      { velocity: 0.56 },
    );
    keys.line(
      13,
      "r:1.5 C5:.5 Eb5 G5:1 Ab5:.5 | F5:1 Db5:.5 C5:1 Ab4:1.5 | G4:.5 Bb4 D5 F5 Bb5:1 G5 | G5:1.5> Eb5:.5 C5:2 |",
      { velocity: 0.64 },
    );
    keys
      .comp(17, detour, "x-----3.2.4-..1-", { step: 0.25, velocity: 0.5, center: 65 })
      .line(
        21,
        "G5:1.5 Eb5:.5 C5:1 r | F5:1.5 Db5:.5 C5:2 | G5:1 F5:.5 D5 Bb4:2 | C5:3 r:1 | F5:1.5 Eb5:.5 C5:2 | Bb4:1 G4 Eb5:2 | C5:4 |",
        { velocity: 0.6 },
      );

    const bass = song.track(subBass(0.008, 0.08), { level: -18, room: 0.02, effects: [pump(0.3)] });
    bass
      .bass(5, `${route} ${route} ${route}`, "1..1..8...1..5a.", { step: 0.25, gate: 0.8, center: 29 })
      .bass(17, detour, "1-----1-....5-8-", { step: 0.25, center: 29, velocity: 0.6 })
      .bass(21, `${route} Dbmaj9 Cm7 Fm9`, "1..1..8...1..5a.", { step: 0.25, gate: 0.8, center: 29 });
    const kit = song.drums(
      {
        kick: { drum: "kick" },
        clap: { drum: "clap", gain: 0.5 },
        hat: { drum: "hat", gain: 0.38, pan: 0.3 },
        wiper: { drum: "shaker", gain: 0.6, pan: -0.3 },
        back: { drum: "shaker", gain: 0.5, pan: 0.5 },
        open: { drum: "openHat", gain: 0.3, pan: 0.2 },
        rim: { drum: "rim", gain: 0.4, pan: -0.4 },
      },
      { level: -18.5, room: 0.15, swing: 0.16, swingStep: 0.25, loose: 3 },
    );
    const wipers = { wiper: "x...o...x...o...", back: "..x...o...x...o." };
    const floor = { ...wipers, kick: "x...x...x...x...", open: "..x...x...x...x.", hat: ",o.,,o.,,o.,,o.o" };
    kit
      .groove(1, 4, wipers, 0.25, 0.8)
      .groove(5, 4, { ...wipers, kick: floor.kick, hat: floor.hat })
      .groove(9, 8, { ...floor, clap: "....x.......x...", rim: "..........x..x.." });
    kit
      .groove(17, 4, wipers, 0.25, 0.8)
      .groove(21, 6, { ...floor, clap: "....x.......x..o", rim: "..........x..x.." })
      .groove(27, 2, wipers, 0.25, 0.7);
    const pad = song.track(pipes("choir"), {
      level: -28,
      spread: 0.7,
      room: 0.6,
      effects: [
        pump(0.5),
        thin(200),
        ride([
          [0, -6],
          [64, 0],
          [70, 3],
          [84, 0],
        ]),
      ],
    });
    pad.comp(9, `${route} ${route} ${detour} ${route} Dbmaj9 Cm7 Fm9 Fm9`, "x---------------", {
      step: 0.25,
      center: 67,
      velocity: 0.6,
    });
    song.track(weather.rain, { level: -33, pan: -0.5, room: 0.15 }).line(1, "C3:116", { velocity: 0.5 });
    song.track(weather.rain, { level: -33, pan: 0.5, room: 0.15 }).line(1, "C3:116", { velocity: 0.5 });
  },
};
