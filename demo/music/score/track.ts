import type { Effect } from "../synth/effects.ts";
import { loudness } from "../synth/loudness.ts";
import type { Random } from "../synth/random.ts";
import { amplify, decibels, mixInto, place, type Stereo, stereoSilence } from "../synth/stereo.ts";
import { sampleRate, type Voice } from "../synth/tone.ts";
import {
  atOrAbove,
  type Chord,
  chordAt,
  frequencyOf,
  progression,
  totalBeats,
  voiceLead,
} from "./harmony.ts";
import { readGrid, readLine } from "./notation.ts";

/** A stretch of the written music, and where it is played; in beats. */
export type Passage = {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly until: number;
};

/** Where a song's clock stands: beats to the bar, seconds to the beat. */
export type Clock = {
  readonly metre: number;
  readonly beat: number;
  readonly seconds: number;
  /** Beats that are written. */
  readonly written: number;
  /** What is played of them, in order; undefined if it is all of them once. */
  readonly passages: readonly Passage[] | undefined;
};

export type Desk = {
  /** Loudness of the track alone in LUFS, so that a balance holds whatever the voices put out. */
  readonly level: number;
  /** -1 left to 1 right. */
  readonly pan?: number;
  /** How far low and high notes lie apart, as on a keyboard. */
  readonly spread?: number;
  /** Part of the sound that goes to the room, 0 to 1. */
  readonly room?: number;
  readonly effects?: readonly Effect[];
  /** Milliseconds by which a player strays from the beat; and always behind it by `late`. */
  readonly loose?: number;
  readonly late?: number;
  /** 0 straight to 0.33 triplets: how late the second of two `swingStep`s comes. */
  readonly swing?: number;
  readonly swingStep?: number;
};

export type LineOptions = {
  readonly times?: number;
  /** 0 to 1. */
  readonly velocity?: number;
  readonly transpose?: number;
  /** Part of its length for which a note is held. */
  readonly gate?: number;
  /** Beats every note is held at least: a pedal. */
  readonly pedal?: number;
  /** Seconds between the notes of a chord, from the lowest up. */
  readonly strum?: number;
};

export type CompOptions = LineOptions & {
  /** Beats per sign. */
  readonly step?: number;
  /** MIDI number the voicings gather around, or at which a bass begins. */
  readonly center?: number;
};

type Event = {
  beat: number;
  seconds: number;
  midi: number;
  velocity: number;
  delay: number;
  voice: Voice;
  pan: number;
};

/** Share of the written music. */
const LASTING = 0.75;

function findWrittenBeat(passages: readonly Passage[], beat: number): number {
  const passage = passages.find(({ until }) => beat < until) ?? passages.at(-1);
  return passage === undefined ? beat : beat - passage.at + passage.from;
}

const accents: Readonly<Record<string, number>> = { X: 1.2, o: 0.5 };

/** One player: what is written for it, and how it is heard. Bars are counted from 1. */
export class Track {
  protected readonly clock: Clock;
  readonly desk: Desk;
  readonly #voice: Voice;
  readonly #random: Random;
  readonly #events: Event[] = [];

  constructor(voice: Voice, desk: Desk, clock: Clock, random: Random) {
    this.#voice = voice;
    this.desk = desk;
    this.clock = clock;
    this.#random = random;
  }

  /** Plays written notes from a bar on; see `readLine`. */
  line(bar: number, text: string, options: LineOptions = {}): this {
    const { notes, beats } = readLine(text, this.clock.metre);
    for (let time = 0; time < (options.times ?? 1); time++) {
      for (const note of notes) {
        const start = this.beatOf(bar) + time * beats + note.start;
        this.#chord(start, note.beats, note.midi, note.accent, options);
      }
    }
    return this;
  }

  /**
   * Plays chords in a rhythm: "x" the whole chord ("X" accented, "o" softly), a digit one of its notes from the lowest up
   * (and on into the next octave), "b" the bass.
   */
  comp(bar: number, chords: string, grid: string, options: CompOptions = {}): this {
    const center = options.center ?? 60;
    this.#overChords(bar, chords, grid, options, (chord, mark, voicings) => {
      const notes = voicings.get(chord) ?? [];
      if (mark === "b") return [atOrAbove(chord.bass, center - 24)];
      if (!/\d/.test(mark)) return notes;
      const index = Number(mark);
      return [(notes[index % notes.length] ?? center) + 12 * Math.floor(index / notes.length)];
    });
    return this;
  }

  /** Plays a bass: 1 the bass note, 3 5 7 of the chord, 8 the octave, 4 the fifth below, "a" a half step below the next 1. */
  bass(bar: number, chords: string, grid: string, options: CompOptions = {}): this {
    const floor = options.center ?? 28;
    this.#overChords(bar, chords, grid, options, (chord, mark, _, next) => {
      const low = atOrAbove(chord.bass, floor);
      const tone = (n: number) => atOrAbove((chord.root + (chord.tones[n] ?? chord.tones[0] ?? 0)) % 12, low);
      if (mark === "a") return [atOrAbove(next.bass, floor) - 1];
      if (mark === "8") return [low + 12];
      if (mark === "3") return [tone(1)];
      if (mark === "5") return [atOrAbove((chord.root + 7) % 12, low)];
      if (mark === "4") return [atOrAbove((chord.root + 7) % 12, low) - 12];
      if (mark === "7") return [tone(chord.tones.length - 1)];
      return [low];
    });
    return this;
  }

  #overChords(
    bar: number,
    text: string,
    grid: string,
    options: CompOptions,
    notes: (
      chord: Chord,
      mark: string,
      voicings: ReadonlyMap<Chord, readonly number[]>,
      next: Chord,
    ) => readonly number[],
  ): void {
    const chords = progression(text, this.clock.metre);
    const voicings = voiceLead(chords, options.center ?? 60);
    const { steps, beats } = readGrid(grid, options.step ?? 0.5);
    const total = totalBeats(chords);
    const start = this.beatOf(bar);
    for (let time = 0; time < (options.times ?? 1); time++) {
      for (let round = 0; round < total - 1e-6; round += beats) {
        for (const step of steps) {
          const at = round + step.start;
          if (at >= total - 1e-6) break;
          const chord = chordAt(chords, at);
          const next = chordAt(chords, (chord.start + chord.beats) % total);
          const pitches = notes(chord, step.mark, voicings, next);
          this.#chord(start + time * total + at, step.beats, pitches, accents[step.mark] ?? 1, options);
        }
      }
    }
  }

  #chord(beat: number, beats: number, midi: readonly number[], accent: number, options: LineOptions): void {
    const { velocity = 0.7, gate = 0.95, pedal = 0, strum = 0, transpose = 0 } = options;
    const seconds = Math.max(beats * gate, pedal) * this.clock.beat;
    for (const [n, note] of midi.entries()) {
      this.sound(beat, seconds, note + transpose, velocity * accent, n * strum);
    }
  }

  /** `beat` counts from 0 at the start of the song. */
  protected sound(
    beat: number,
    seconds: number,
    midi: number,
    velocity: number,
    delay = 0,
    voice = this.#voice,
    pan = 0,
  ) {
    this.#events.push({ beat, seconds, midi, velocity, delay, voice, pan });
  }

  protected beatOf(bar: number): number {
    return (bar - 1) * this.clock.metre;
  }

  /** Renders the part, brings it to its level and adds it to the mix and to the room's send. */
  bounce(mix: Stereo, send: Stereo): void {
    const tape = stereoSilence(this.clock.seconds);
    for (const event of this.#arrange().toSorted((a, b) => a.beat - b.beat)) this.#play(event, tape);
    const { effects = [], room = 0.2, level } = this.desk;
    const own = loudness(tape);
    if (own === -Infinity) throw new Error("A track without a note");
    amplify(tape, decibels(-18 - own));
    const { passages } = this.clock;
    const findWritten = passages && ((beat: number) => findWrittenBeat(passages, beat));
    for (const effect of effects) effect(tape, this.clock.beat, findWritten);
    const gain = decibels(level - loudness(tape));
    mixInto(mix, tape, gain);
    mixInto(send, tape, gain * room);
  }

  /** The events at the beats at which the form plays them. Weather that lasts for most of the piece lasts for most of the form. */
  #arrange(): readonly Event[] {
    const { passages, written, beat } = this.clock;
    if (passages === undefined) return this.#events;
    const longer = (passages.at(-1)?.until ?? written) / written;
    const lasts = (event: Event) => event.seconds > LASTING * written * beat;
    return [
      ...this.#events.filter(lasts).map((event) => ({ ...event, seconds: event.seconds * longer })),
      ...passages.flatMap(({ from, to, at }) =>
        this.#events
          .filter((event) => event.beat >= from - 1e-6 && event.beat < to - 1e-6 && !lasts(event))
          .map((event) => ({ ...event, beat: event.beat - from + at })),
      ),
    ];
  }

  #play(event: Event, tape: Stereo): void {
    const { loose = 7, late = 0, pan = 0, spread = 0 } = this.desk;
    const stray = (this.#random.wobble() * loose * 0.5 + late) / 1000;
    const start = Math.max(0, this.#swung(event.beat) * this.clock.beat + stray + event.delay);
    const velocity = Math.max(0.05, Math.min(1, event.velocity * (1 + 0.06 * this.#random.wobble())));
    const tone = { frequency: frequencyOf(event.midi), seconds: event.seconds, velocity };
    const lean = pan + event.pan + (spread * (event.midi - 62)) / 28;
    place(tape, event.voice(tone, this.#random), Math.round(start * sampleRate), lean, 1);
  }

  #swung(beat: number): number {
    const { swing = 0, swingStep = 0.5 } = this.desk;
    const half = beat / swingStep;
    const isSecond = Math.abs(half - Math.round(half)) < 1e-6 && Math.round(half) % 2 !== 0;
    return isSecond ? beat + swing * swingStep : beat;
  }
}
