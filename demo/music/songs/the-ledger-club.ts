import type { Piece } from "../score/song.ts";
import { chorus, drive, echo, ride, thin } from "../synth/effects.ts";
import { plucked } from "../synth/strings.ts";
import { synth } from "../synth/waves.ts";

/** The bass stands on one side and the complaint on the other; there is no reverb. */
export const grille: Piece = {
  slug: "grille",
  metre: 4,
  bars: 32,
  ring: 1.6,
  room: "closet",
  compose(song) {
    const riff = "A1:.5> A1 C2 A1 E2 D2 A1 G1 | A1:.5> A1 C2 A1 Eb2 D2 C2:1 |";
    const climb =
      "F1:.5> F1 F1 C2 F1 F1 E2 C2 | G1:.5> G1 G1 D2 G1 G1 F2 D2 | E1:.5> E1 E1 B1 E1 G#1 B1 D2 | E1:.5> E1 F1 F1 G1 G1 G#1 G#1 |";
    const bass = song.track(plucked("pickedBass"), {
      level: -17.5,
      pan: -0.3,
      room: 0.06,
      effects: [drive(3, 3400)],
      loose: 4,
    });
    bass
      .line(1, riff, { times: 6, velocity: 0.8, gate: 0.85 })
      .line(13, climb, { velocity: 0.86, gate: 0.85 })
      .line(19, riff, { times: 3, velocity: 0.84, gate: 0.85 })
      .line(25, climb, { velocity: 0.9 })
      .line(29, riff, { velocity: 0.9 })
      .line(31, "A1:.5> A1 C2 A1 E2 D2 A1 G1 | A1:.5> r:3.5 |");
    const guitar = song.track(plucked("electricGuitar"), {
      level: -20,
      pan: 0.5,
      room: 0.1,
      effects: [drive(3.5, 5800), thin(250)],
      loose: 5,
    });
    const scratch =
      "A4+C5+E5:.25 r:.5 A4+C5+E5:.25 r:1 Ab4+C5+Eb5:.5> r:.5 G4+B4+D5:.25 r:.75 | r:1.5 A4+C5+E5:.5 r:.5 Bb4+D5+F5:.5> r:1 |";
    guitar.line(5, scratch, { times: 4, velocity: 0.75, gate: 0.6 });
    guitar.line(
      13,
      "A4+C5+F5:.5> r A4+C5+F5 r A4+C5+F5 r C5+F5+A5:1> | G4+B4+D5:.5> r G4+B4+D5 r B4+D5+G5 r D5+G5+B5:1> | E5+G#5+D6:4> | E5+F5:.5 r E5+F5 r E5+F5 E5+F5 E5+F5 E5+F5 |",
      { velocity: 0.8, gate: 0.8 },
    );
    guitar
      .line(19, scratch, { times: 3, velocity: 0.8, gate: 0.6 })
      .line(
        25,
        "F5:.5> E5 F5 A5 F5 E5 C5 A4 | G5:.5> F5 G5 B5 G5 F5 D5 B4 | E5:.5> F5 E5 G#5 E5 F5 B5 G#5 | E6:.5> E6 D6 D6 C6 C6 B5 B5 |",
        { velocity: 0.85 },
      );
    guitar
      .line(29, scratch, { velocity: 0.85, gate: 0.6 })
      .line(31, "A4+C5+E5:.25 r:.5 A4+C5+E5:.25 r:1 Ab4+C5+Eb5:.5> r:1.5 | A4+C5+E5:.5> r:3.5 |", {
        velocity: 0.9,
      });
    const complaint = song.track(synth("dryLead"), {
      level: -20,
      pan: 0.15,
      room: 0.15,
      effects: [drive(2.4, 3000), thin(420)],
      loose: 12,
    });
    complaint.line(
      7,
      "E5:.5 E5 E5 D5 E5:1 C5 | r:1 E5:.5 E5 Eb5 D5 C5:1 | E5:.5 E5 E5 G5 E5:1 D5 | r:1 C5:.5 D5 A4:2 | E5:.5 E5 E5 D5 E5:1 C5 | r:1 E5:.5 E5 Eb5 D5 C5:1 |",
      { velocity: 0.66, gate: 0.75 },
    );
    complaint.line(
      21,
      "A5:.5 A5 A5 G5 A5:1 E5 | r:1 G5:.5 G5 Eb5 D5 C5:1 | A5:.5 A5 G5 E5 D5 C5 D5 E5 | A4:3 r:1 |",
      { velocity: 0.72, gate: 0.75 },
    );
    const kit = song.drums(
      {
        kick: { drum: "dryKick" },
        snare: { drum: "drySnare", gain: 0.9 },
        hat: { drum: "hat", gain: 0.45, pan: 0.3 },
        tom: { drum: "floorTom", gain: 0.8, pan: -0.4 },
        crash: { drum: "crash", gain: 0.4, pan: 0.3 },
      },
      { level: -18.5, room: 0.1, loose: 4 },
    );
    const stiff = { kick: "x...x.x.x.....x.", snare: "....X.......X...", hat: "x.x.x.x.x.xxx.x." };
    kit
      .groove(3, 10, stiff)
      .groove(13, 4, { kick: "x.x.x.x.", tom: "x.xxx.xx", snare: "....X..." })
      .groove(17, 2, { snare: "X..x..X...x.X...", kick: "..x..x..x..x..x." });
    kit
      .groove(19, 6, stiff)
      .groove(25, 4, { kick: "x.x.x.x.", tom: "x.xxx.xx", snare: "....X..." })
      .groove(25, 4, { crash: "x" }, 4)
      .groove(29, 3, stiff, 0.25, 1.1)
      .groove(32, 1, { kick: "X", snare: "X", crash: "x" }, 4);
  },
};

/** E and D, a beat that does not blink, and guitars that add up only every fourth bar. */
export const longDivision: Piece = {
  slug: "long-division",
  metre: 4,
  bars: 36,
  form: [
    [1, 10],
    [11, 26],
    [11, 28],
    [3, 10],
    [19, 26],
    [11, 18],
    [19, 28],
    [3, 6],
    [29, 36],
  ],
  ring: 2.5,
  room: "studio",
  compose(song) {
    const sum = "E E D D E E D D";
    const kit = song.drums(
      {
        kick: { drum: "kick" },
        snare: { drum: "snare", gain: 0.6 },
        hat: { drum: "hat", gain: 0.42, pan: 0.25 },
        open: { drum: "openHat", gain: 0.3, pan: 0.25 },
        bells: { drum: "tambourine", gain: 0.35, pan: -0.5 },
        crash: { drum: "crash", gain: 0.4, pan: -0.3 },
      },
      { level: -18.5, room: 0.15, loose: 4 },
    );
    const motorik = { kick: "x.xx..x.x.xx..x.", snare: "....x.......x...", hat: "x.x.x.x.x.x.x.x." };
    kit
      .groove(1, 2, { hat: "x.x.x.x." }, 0.25, 0.8)
      .groove(3, 16, motorik)
      .groove(19, 8, { ...motorik, bells: "..x...x." })
      .groove(27, 2, { kick: "x...x...x...x...", hat: "x.x.x.x." }, 0.25, 0.8)
      .groove(29, 7, { ...motorik, bells: "..x...x.", open: "..x...x...x...x." }, 0.25, 1.1);
    kit.groove(11, 18, { crash: "x......." }, 4).groove(36, 1, { kick: "X", crash: "X" }, 4);
    const bass = song.track(plucked("pickedBass"), {
      level: -18.5,
      room: 0.04,
      effects: [drive(2, 2800)],
      loose: 4,
    });
    bass
      .bass(3, sum, "11111181", { velocity: 0.74, gate: 0.85 })
      .bass(11, sum, "11151187", { velocity: 0.76, gate: 0.85 })
      .bass(19, sum, "11151187", { velocity: 0.78, gate: 0.85 })
      .bass(27, "E E E E D D E E D", "11111181", { velocity: 0.78, gate: 0.85 })
      .line(36, "E2:4");
    const left = song.track(plucked("mutedGuitar"), {
      level: -21,
      pan: -0.6,
      room: 0.12,
      effects: [drive(2.6, 5200)],
      loose: 5,
    });
    left
      .comp(5, "D D E E D D", "0.2.10", { step: 0.5, center: 64, velocity: 0.66 })
      .comp(11, sum, "0.210.", { center: 64, velocity: 0.68 })
      .comp(19, sum, "0.2103", { center: 64, velocity: 0.7 })
      .comp(29, "E E D D E E D", "0.2103", { center: 64, velocity: 0.74 });
    const right = song.track(plucked("electricGuitar"), {
      level: -21,
      pan: 0.6,
      room: 0.2,
      effects: [drive(2.2, 5600), echo(0.75, 0.35, 0.3)],
      loose: 5,
    });
    right
      .comp(11, sum, "4..3.2..1.", { step: 0.5, center: 66, velocity: 0.62, pedal: 0.8 })
      .comp(19, sum, "43.2.4.3.1", { center: 66, velocity: 0.66, pedal: 0.8 })
      .comp(27, "E E E E D D E E D", "4..3.2..1.", { center: 66, velocity: 0.68, pedal: 0.8 });
    right.line(36, "E3+B3+E4+G#4+B4:4", { strum: 0.02, velocity: 0.8 });
    const remainder = song.track(synth("lead"), {
      level: -19.5,
      pan: 0.05,
      room: 0.35,
      effects: [echo(1.5, 0.4, 0.35), chorus()],
      loose: 8,
    });
    remainder.line(15, "B4:4 | C#5:2 D5 | E5:3 F#5:1 | D5:4 |", { velocity: 0.5 });
    remainder.line(
      19,
      "G#5:3 F#5:1 | E5:2 B4 | A5:3 F#5:1 | D5:4 | G#5:2 B5 | E5:3 F#5:1 | A5:2 G5:1 F#5 | E5:4 |",
      { velocity: 0.62 },
    );
    remainder.line(
      29,
      "B5:3> G#5:1 | E5:2 G#5 | A5:3> F#5:1 | D5:2 F#5 | B5:2 E6 | B5:3 A5:1 | F#5:4 | E5:4 |",
      { velocity: 0.7 },
    );
    const organ = song.track(synth("hollowPad"), {
      level: -27,
      spread: 0.7,
      room: 0.4,
      effects: [
        ride([
          [0, -20],
          [32, -4],
          [72, 0],
          [108, 0],
          [140, 3],
        ]),
      ],
    });
    organ
      .comp(3, `${sum} ${sum} ${sum} E E`, "x-------", { center: 64, velocity: 0.6 })
      .comp(29, "E E D D E E D E", "x-------", { center: 64, velocity: 0.7 });
  },
};

/** One verse, one chorus, the chorus again, and home. */
export const saturdayWasARumour: Piece = {
  slug: "saturday-was-a-rumour",
  metre: 4,
  bars: 23,
  ring: 3,
  room: "studio",
  compose(song) {
    const verse = "Am Am F F Dm Dm G E7";
    const refrain = "C G Am F C G F G";
    const machine = song.drums(
      {
        kick: { drum: "machineKick" },
        snare: { drum: "machineSnare", gain: 0.7 },
        hat: { drum: "hat", gain: 0.35, pan: 0.2 },
        clap: { drum: "clap", gain: 0.5 },
        cow: { drum: "bell", gain: 0.35, pan: -0.4 },
      },
      { level: -18.5, room: 0.1, loose: 0.5 },
    );
    const preset = { kick: "x.....x.x.......", snare: "....x.......x...", hat: "x.x.x.x.x.x.x.xx" };
    machine
      .groove(1, 10, preset)
      .groove(11, 8, { ...preset, clap: "....x.......x...", cow: "..x...x..x..x..." })
      .groove(19, 2, { kick: preset.kick, hat: preset.hat })
      .groove(21, 1, preset)
      .groove(22, 1, { kick: "X...", clap: "X..." });
    const bass = song.track(synth("squareBass"), { level: -19, room: 0.03, loose: 2 });
    bass
      .bass(3, verse, "1.81.81.", { gate: 0.6 })
      .bass(11, refrain, "11811181", { gate: 0.6, velocity: 0.76 })
      .bass(19, "F G Am", "1.81.81.", { gate: 0.6 })
      .line(22, "A1:1 r:3");
    const keys = song.track(synth("dryLead"), {
      level: -23.5,
      pan: -0.4,
      room: 0.15,
      effects: [chorus(0.7)],
      loose: 3,
    });
    keys
      .comp(1, "Am Am", "..x...x.", { center: 64, gate: 0.5 })
      .comp(3, verse, "..x...x.", { center: 64, gate: 0.5 })
      .comp(11, refrain, "x..x..x.", { center: 65, gate: 0.6 })
      .comp(19, "F G Am", "..x...x.", { center: 64, gate: 0.5 });
    const deadpan = song.track(synth("lead"), {
      level: -18.5,
      pan: 0.08,
      room: 0.2,
      effects: [echo(0.75, 0.25, 0.2)],
      loose: 6,
    });
    deadpan.line(
      3,
      "A4:.5 A4 A4 C5 A4:1 G4 | A4:2 r:2 | A4:.5 A4 A4 C5 D5:1 C5 | A4:2 r:2 | D5:.5 D5 D5 F5 D5:1 C5 | D5:1 C5 A4:2 | B4:.5 B4 D5 D5 B4:1 G4 | G#4:2 B4:2 |",
      { velocity: 0.6, gate: 0.85 },
    );
    deadpan.line(
      11,
      "E5:1.5> D5:.5 C5:1 E5 | D5:2 B4 | C5:1.5 B4:.5 A4:1 C5 | A4:4 | E5:1.5> D5:.5 C5:1 G5 | D5:2 G5 | F5:1 E5 D5 C5 | D5:3 B4:1 |",
      { velocity: 0.7 },
    );
    deadpan.line(19, "C5:1 A4 F4 A4 | B4:2 D5 | A4:4 | A4:1 r:3 |", { velocity: 0.6 });
    const strings = song.track(synth("warmPad"), { level: -27, spread: 0.7, room: 0.4 });
    strings.comp(11, `${refrain} F G Am Am Am`, "x-------", { center: 67, velocity: 0.7 });
  },
};
