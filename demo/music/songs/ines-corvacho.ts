import type { Piece } from "../score/song.ts";
import { chorus, dull, ride } from "../synth/effects.ts";
import { piano } from "../synth/keys.ts";
import { plucked } from "../synth/strings.ts";
import { synth } from "../synth/waves.ts";
import { weather } from "../synth/weather.ts";
import { pipes } from "../synth/winds.ts";

/** A bright guitar sings, a nylon one walks beside it; the moths come in with the second verse. */
export const mothHours: Piece = {
  slug: "moth-hours",
  metre: 4,
  bars: 18,
  ring: 4.5,
  room: "parlour",
  compose(song) {
    const verse = "Em B7/D# Em E7 Am Em F#m7b5 B7";
    const refrain = "Am D7 G Cmaj7 F#m7b5 B7 Em:2 B7:2 Em";
    const accompaniment = song.track(plucked("nylonGuitar"), {
      level: -20.5,
      pan: 0.35,
      room: 0.25,
      loose: 14,
    });
    accompaniment
      .comp(1, "Em Em", "b-01.2.1", { velocity: 0.5, center: 57, pedal: 1.4 })
      .comp(3, verse, "b-01b-21", { velocity: 0.55, center: 57, pedal: 1.2 });
    accompaniment.comp(11, refrain, "b-0121x-", { velocity: 0.64, center: 57, pedal: 1.2, strum: 0.02 });
    const bass = song.track(plucked("uprightBass"), { level: -20, room: 0.12, loose: 12 });
    bass.bass(3, verse, "1--5-.3a", { velocity: 0.62 }).bass(11, refrain, "1--51-3a", { velocity: 0.7 });

    const guitarra = song.track(plucked("fadoGuitar"), {
      level: -17,
      pan: -0.2,
      room: 0.35,
      effects: [chorus(0.9, 0.0012, 0.4)],
      loose: 20,
      late: 15,
    });
    guitarra.line(1, "r:1 B4:.5 C5 B4 A4 G4 F#4 | E4:2 r:2 |", { velocity: 0.6, pedal: 1 });
    guitarra.line(
      3,
      `r:.5 B4 E5 F#5 G5:1.5 F#5:.5 | F#5:1.5 A5:.25 G5 F#5:2 | r:.5 E5 G5 A5 B5:1.5 A5:.5 | G#5:1 B5:.5 G#5 E5:2 |
       C6:1.5> B5:.25 A5 A5:1 E5 | G5:1.5 F#5:.25 E5 E5:2 | A5:.5 G5 F#5 E5 C5:1.5 E5:.5 | D#5:1 F#5:.5 A5 B5:2 |`,
      { velocity: 0.68, pedal: 0.6 },
    );
    guitarra.line(
      11,
      `E6:1.5> D6:.25 C6 B5:.5 A5 C6:1 | A5:1 F#5 D5:1.5 F#5:.5 | B5:1.5 A5:.25 G5 G5:1 D5 | E5:.5 G5 B5 E6> D6:1 B5 |
       C6:1.5 B5:.25 A5 F#5:2 | B5:.5 A5 G5 F#5 D#5:1 F#5 | E5:2 D#5:.5 F#5 A5 C6 | B5:1 G5 E5:2 |`,
      { velocity: 0.78, pedal: 0.6 },
    );
    accompaniment
      .line(18, "E3:.5< B3 E4 G4 B4:2 |", { velocity: 0.5, pedal: 4 })
      .line(17, "E2+B2+E3+G3+B3:4", { velocity: 0.4, strum: 0.05 });
    song
      .track(weather.moths, { level: -36, pan: -0.5, room: 0.4, effects: [dull(2600)] })
      .line(9, "C3:34", { velocity: 0.6 });
    song.track(weather.room, { level: -44, room: 0 }).line(1, "C3:72", { velocity: 0.5 });
  },
};

/** One bass line from the first bar to the last; the strings and the tide change around it. */
export const saltMeridian: Piece = {
  slug: "salt-meridian",
  metre: 4,
  bars: 20,
  ring: 6,
  room: "hall",
  compose(song) {
    const verse = "Eb Gm/D Cm Bb Ab Eb/G Fm7 Bb";
    const chorus = "Ab Bb Gm Cm Ab Bb/Ab Gm7 Bb7";
    const bass = song.track(plucked("uprightBass"), { level: -18.5, room: 0.12, loose: 10 });
    const line = "1.51.3.5";
    bass
      .bass(1, "Eb Eb", line, { velocity: 0.7 })
      .bass(3, verse, line, { velocity: 0.7 })
      .bass(11, chorus, line, { velocity: 0.74 })
      .bass(19, "Eb Eb", "1.51....", { velocity: 0.6, pedal: 2 });

    const strings = song.track(synth("bowed"), {
      level: -21.5,
      spread: 0.9,
      room: 0.5,
      loose: 25,
      effects: [
        ride([
          [0, -6],
          [24, -3],
          [44, 2],
          [72, -5],
        ]),
      ],
    });
    strings
      .comp(7, "Ab Eb/G Fm7 Bb", "x-------", { center: 63, velocity: 0.5, gate: 1.05 })
      .comp(11, chorus, "x-------", { center: 65, velocity: 0.66, gate: 1.05 })
      .comp(19, "Eb Eb", "x---------------", { center: 63, velocity: 0.45 });
    const violins = song.track(synth("bowed"), { level: -22, pan: -0.35, room: 0.55, loose: 25 });
    violins.line(
      11,
      "C6:3 Eb6:1 | D6:4 | Bb5:2 D6 | Eb6:3 D6:1 | C6:2 Eb6 | F6:3> D6:1 | D6:2 Bb5 | Ab5:4 |",
      { velocity: 0.6 },
    );
    const keys = song.track(piano("felt"), { level: -20, pan: 0.25, spread: 0.4, room: 0.35, loose: 16 });
    keys
      .comp(3, verse, "..0.1.2.", { center: 63, velocity: 0.4, pedal: 2 })
      .comp(11, chorus, "x.1.2.1.", { center: 63, velocity: 0.5, pedal: 1.6 });
    const voice = song.track(pipes("clarinet"), { level: -18, pan: -0.08, room: 0.4, loose: 18, late: 12 });
    voice.line(
      3,
      `Bb4:2 G4:1 Bb4 | D5:2.5 C5:.5 Bb4:1 | C5:1 Eb5:2 D5:1 | Bb4:3 r:1 | C5:1.5 Eb5:.5 Ab5:2 | G5:1 Eb5 Bb4:2 | Ab4:1 C5 Eb5 F5 | D5:3 r:1 |`,
      { velocity: 0.56 },
    );
    voice.line(
      11,
      `Eb5:1 Ab5:2> G5:1 | F5:1.5 Eb5:.5 D5:2 | Bb4:1 D5 G5:2 | Eb5:3 r:1 | Eb5:1 Ab5:1.5> Bb5:.5 C6:1 | Bb5:1.5 Ab5:.5 F5:2 | G5:1 F5 D5 Bb4 | Ab4:1 D5 F5:2 |`,
      { velocity: 0.68 },
    );
    voice.line(19, "Eb5:3 Bb4:1 | G4:4 |", { velocity: 0.45 });
    const pizzicato = song.track(plucked("pizzicato"), { level: -27, pan: 0.45, room: 0.4 });
    pizzicato.comp(11, chorus, ".0.2.1.3", { center: 70, velocity: 0.5 });
    song.track(weather.sea, { level: -33, pan: -0.45, room: 0.2 }).line(1, "C3:82", { velocity: 0.6 });
    song.track(weather.sea, { level: -33, pan: 0.45, room: 0.2 }).line(1, "C3:82", { velocity: 0.6 });
  },
};
