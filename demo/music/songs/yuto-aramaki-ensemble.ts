import type { Piece } from "../score/song.ts";
import { dull } from "../synth/effects.ts";
import { piano } from "../synth/keys.ts";
import { plucked } from "../synth/strings.ts";
import { weather } from "../synth/weather.ts";
import { pipes } from "../synth/winds.ts";

/** Five players and a loom in five: the shuttle goes three and two, and everybody else weaves under it. */
export const quietMachinery: Piece = {
  slug: "quiet-machinery",
  metre: 5,
  bars: 22,
  ring: 3,
  room: "studio",
  compose(song) {
    const warp = "Cm9 Abmaj7 Fm9 Gm7";
    const weft = "Ebmaj9 Dm7b5 Abmaj7 Gm7";
    const loom = song.drums(
      {
        shuttle: { drum: "shuttle", pan: -0.5 },
        back: { drum: "shuttle", gain: 0.7, pan: 0.5 },
        beam: { drum: "frameDrum", gain: 0.5 },
        pawl: { drum: "woodblock", gain: 0.22, pan: 0.2 },
        brush: { drum: "brush", gain: 0.3, pan: -0.1 },
      },
      { level: -23, room: 0.2, loose: 2 },
    );
    const pass = { shuttle: "x.....x...", back: "...x....x.", beam: "x.........", pawl: ".o.,.o.,.o" };
    loom
      .groove(1, 14, pass, 0.5)
      .groove(5, 10, { brush: "..x..x..x." }, 0.5)
      .groove(15, 2, { shuttle: "x.....x...", back: "...x....x." }, 0.5, 0.8)
      .groove(17, 5, { ...pass, brush: "..x..x..x.", pawl: "oxo,xoxo,x" }, 0.5, 1.1)
      .groove(22, 1, { beam: "x.........", shuttle: "x....." }, 0.5);
    const cello = song.track(plucked("pizzicato"), {
      level: -20,
      pan: 0.2,
      room: 0.2,
      effects: [dull(3500)],
    });
    cello
      .bass(3, `${warp} ${warp} ${weft}`, "1..5..8.5.", { center: 36, velocity: 0.66 })
      .bass(17, `${warp} Cm9`, "1..5..8.5.", { center: 36, velocity: 0.7 })
      .line(22, "C2+G2:5", { velocity: 0.5 });
    const keys = song.track(piano("felt"), { level: -20.5, spread: 0.5, room: 0.25, loose: 7 });
    keys
      .comp(3, `${warp} ${warp}`, "0.21.302.1", { center: 63, velocity: 0.46, pedal: 1 })
      .comp(11, weft, "3.1.20.3.1", { center: 66, velocity: 0.54, pedal: 1 })
      .comp(15, "Ebmaj9 Gm7", "x---------", { center: 63, velocity: 0.4, strum: 0.03 })
      .comp(17, `${warp} Cm9`, "0.21.302.1", { center: 63, velocity: 0.54, pedal: 1 })
      .line(22, "C4+Eb4+G4+D5:5", { velocity: 0.4, strum: 0.04 });
    const trumpet = song.track(pipes("mutedBrass"), { level: -20, pan: 0.3, room: 0.3, loose: 12 });
    trumpet.line(7, "G4:2 D5:1 Eb5:2 | C5:3 G4:2 | Ab4:1 C5 Eb5 G5:2 | F5:3 D5:2 |", { velocity: 0.5 });
    trumpet.line(
      17,
      "G5:1.5> F5:.5 Eb5:1 D5:2 | C5:3 Eb5:2 | Ab5:1.5> G5:.5 Eb5:1 C5:2 | D5:3 F5:2 | G5:5 |",
      { velocity: 0.62 },
    );
    const clarinet = song.track(pipes("clarinet"), { level: -19.5, pan: -0.35, room: 0.3, loose: 14 });
    clarinet.line(5, "r:3 C5:1 Eb5 | D5:3 Bb4:2 |", { velocity: 0.46 });
    clarinet.line(
      11,
      "Bb4:1.5 D5:.5 F5:1 G5:2 | Ab5:1.5 G5:.5 F5:1 D5:2 | Eb5:1 G5 C6 G5:2 | F5:3 D5:2 | Bb4:5 | D5:3 Bb4:2 |",
      { velocity: 0.6 },
    );
    clarinet.line(17, "Eb4:3 G4:2 | Ab4:3 C5:2 | C5:3 Ab4:2 | Bb4:3 G4:2 | Eb4:5 | C4:5< |", {
      velocity: 0.5,
    });
    const flute = song.track(pipes("flute"), { level: -23, pan: 0.05, room: 0.4, loose: 12 });
    flute
      .line(11, "r:3 Bb5:1 G5 | r:3 Ab5:1 F5 | r:3 G5:1 Eb5 | r:3 D5:1 F5 |", { velocity: 0.45 })
      .line(17, "r:1.5 G5:.5 Bb5:1 D6:2 | Eb6:3 C6:2 | r:1.5 Ab5:.5 C6:1 Eb6:2 | D6:3 Bb5:2 | G5:5 |", {
        velocity: 0.5,
      });
    song.track(weather.room, { level: -40, room: 0 }).line(1, "C3:112", { velocity: 0.6 });
  },
};
