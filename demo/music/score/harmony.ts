const letters: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

const qualities: Readonly<Record<string, readonly number[]>> = {
  "": [0, 4, 7],
  m: [0, 3, 7],
  "5": [0, 7],
  "6": [0, 4, 7, 9],
  m6: [0, 3, 7, 9],
  "7": [0, 4, 7, 10],
  m7: [0, 3, 7, 10],
  maj7: [0, 4, 7, 11],
  add9: [0, 2, 4, 7],
  madd9: [0, 2, 3, 7],
  "9": [0, 4, 10, 14],
  m9: [0, 3, 10, 14],
  maj9: [0, 4, 11, 14],
  "13": [0, 4, 10, 21],
  "7b9": [0, 4, 10, 13],
  m7b5: [0, 3, 6, 10],
  dim: [0, 3, 6],
  sus2: [0, 2, 7],
  sus4: [0, 5, 7],
  lydian: [0, 4, 6, 11],
};

/** MIDI number of a name such as "Bb3"; middle C is C4 = 60. */
export function midiOf(name: string): number {
  const [, letter = "", accidental = "", octave = ""] = /^([A-G])([#b]?)(-?\d)$/.exec(name) ?? [];
  const step = letters[letter];
  if (step === undefined) throw new Error(`Not a note: ${name}`);
  return step + sharpened(accidental) + 12 * (Number(octave) + 1);
}

export function frequencyOf(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}

function sharpened(accidental: string): number {
  return accidental === "#" ? 1 : accidental === "b" ? -1 : 0;
}

export type Chord = {
  /** Pitch classes, 0 is C. */
  readonly root: number;
  readonly bass: number;
  /** Semitones above the root. */
  readonly tones: readonly number[];
  readonly start: number;
  readonly beats: number;
};

/**
 * Reads "Dm7 G7/B:2 Cmaj7:2": a root, a quality, perhaps another bass, perhaps a length in beats; without one
 * the chord lasts a bar of `metre` beats. "|" is for the reader's eye.
 */
export function progression(text: string, metre: number): readonly Chord[] {
  let start = 0;
  return text
    .split(/\s+/)
    .filter((token) => token !== "" && token !== "|")
    .map((token) => {
      const chord = readChord(token, start, metre);
      start += chord.beats;
      return chord;
    });
}

function readChord(token: string, start: number, metre: number): Chord {
  const match = /^([A-G])([#b]?)([^/:]*)(?:\/([A-G])([#b]?))?(?::([\d.]+))?$/.exec(token);
  const tones = qualities[match?.[3] ?? ""];
  if (!match || !tones) throw new Error(`Not a chord: ${token}`);
  const [, letter = "", accidental = "", , bassLetter, bassAccidental = "", beats] = match;
  const root = ((letters[letter] ?? 0) + sharpened(accidental) + 12) % 12;
  const bass = bassLetter ? ((letters[bassLetter] ?? 0) + sharpened(bassAccidental) + 12) % 12 : root;
  return { root, bass, tones, start, beats: beats ? Number(beats) : metre };
}

export function totalBeats(chords: readonly Chord[]): number {
  const last = chords.at(-1);
  return last ? last.start + last.beats : 0;
}

export function chordAt(chords: readonly Chord[], beat: number): Chord {
  const chord = chords.find(({ start, beats }) => beat >= start - 1e-6 && beat < start + beats - 1e-6);
  if (!chord) throw new Error(`No chord at beat ${beat}`);
  return chord;
}

/** The lowest note of this pitch class at or above `floor`. */
export function atOrAbove(pitchClass: number, floor: number): number {
  return floor + ((((pitchClass - floor) % 12) + 12) % 12);
}

/**
 * Close voicings around `center`, lowest note first, each the inversion nearest to the one before: the hands of a
 * keyboard player who does not want to move them.
 */
export function voiceLead(chords: readonly Chord[], center: number): ReadonlyMap<Chord, readonly number[]> {
  const voicings = new Map<Chord, readonly number[]>();
  let previous: readonly number[] = [center - 4, center, center + 4];
  for (const chord of chords) {
    const choices = [-9, -7, -5, -3, -1].map((drop) => close(chord, center + drop));
    const best = choices.reduce((a, b) =>
      distance(b, previous, center) < distance(a, previous, center) ? b : a,
    );
    voicings.set(chord, best);
    previous = best;
  }
  return voicings;
}

function close(chord: Chord, floor: number): readonly number[] {
  const notes = chord.tones.map((tone) => atOrAbove((chord.root + tone) % 12, floor));
  return notes.toSorted((a, b) => a - b);
}

function distance(notes: readonly number[], previous: readonly number[], center: number): number {
  const moved = notes.reduce(
    (sum, note) => sum + Math.min(...previous.map((other) => Math.abs(other - note))),
    0,
  );
  const middle = notes.reduce((sum, note) => sum + note, 0) / notes.length;
  return moved + 0.6 * Math.abs(middle - center);
}
