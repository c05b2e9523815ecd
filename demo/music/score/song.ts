import type { demoSongs } from "../../songs.ts";
import { master } from "../synth/master.ts";
import type { Random } from "../synth/random.ts";
import { type Room, reverberate, rooms } from "../synth/reverb.ts";
import { mixInto, type Stereo, stereoSilence } from "../synth/stereo.ts";
import { silence, type Voice } from "../synth/tone.ts";
import { DrumTrack, type KitPiece } from "./drum-kit.ts";
import { type Clock, type Desk, type Passage, Track } from "./track.ts";

export type SongSlug = (typeof demoSongs)[number]["slug"];

/** A composition: its frame, and what it writes for its players. */
export type Piece = {
  readonly slug: SongSlug;
  /** Beats to the bar. */
  readonly metre: number;
  readonly bars: number;
  /** The written bars in the order in which they are played, each passage from its first to its last bar. Without it, once through. */
  readonly form?: readonly (readonly [from: number, to: number])[];
  /** Seconds the last notes are given after the last bar. */
  readonly ring: number;
  readonly room: keyof typeof rooms;
  readonly compose: (song: Song) => void;
};

/** Lays the passages of a form behind one another. */
function arrangePassages(form: NonNullable<Piece["form"]>, metre: number): Passage[] {
  const passages: Passage[] = [];
  for (const [first, last] of form) {
    const at = passages.at(-1)?.until ?? 0;
    const from = (first - 1) * metre;
    passages.push({ from, to: last * metre, at, until: at + last * metre - from });
  }
  return passages;
}

/** The desk of one song: makes tracks, then mixes and masters them. */
export class Song {
  readonly #tracks: Track[] = [];
  readonly #clock: Clock;
  readonly #room: Room;
  readonly #random: Random;
  readonly #fade: number;

  constructor(piece: Piece, bpm: number, random: Random) {
    const beat = 60 / bpm;
    const { metre, bars, form, ring } = piece;
    const passages = form && arrangePassages(form, metre);
    const played = passages?.at(-1)?.until ?? bars * metre;
    this.#clock = { metre, beat, written: bars * metre, passages, seconds: played * beat + ring };
    this.#room = rooms[piece.room];
    this.#random = random;
    this.#fade = Math.min(2.5, piece.ring);
  }

  track(voice: Voice, desk: Desk): Track {
    return this.#add(new Track(voice, desk, this.#clock, this.#player()));
  }

  drums<Part extends string>(kit: Readonly<Record<Part, KitPiece>>, desk: Desk): DrumTrack<Part> {
    return this.#add(new DrumTrack(kit, () => silence(0), desk, this.#clock, this.#player()));
  }

  bounce(): Stereo {
    const mix = stereoSilence(this.#clock.seconds);
    const send = stereoSilence(this.#clock.seconds);
    for (const track of this.#tracks) track.bounce(mix, send);
    mixInto(mix, reverberate(send, this.#room), 1);
    return master(mix, this.#fade);
  }

  #player(): Random {
    return this.#random.fork(`player ${this.#tracks.length + 1}`);
  }

  #add<T extends Track>(track: T): T {
    this.#tracks.push(track);
    return track;
  }
}
