import { decodeFingerprint } from "./fingerprint.ts";

/** What Chromaprint makes of silence; it tells nothing about a recording. */
const SILENCE_CODE = 627_964_279;

/** Terms that are kept of a recording, for others to be found by. */
const MAX_INDEXED_TERMS = 120;

/**
 * What recordings that sound alike have in common: the codes of a fingerprint without their four finest bits, which small
 * changes turn first. Every code of one is asked for; of these, the kept ones are the first in an order that mixes them, so
 * that two versions keep the same ones wherever either begins and however long it is.
 */
export function fingerprintTerms(codes: Int32Array): { all: number[]; kept: number[] } {
  const terms = new Set<number>();
  for (const code of codes) {
    if (code !== SILENCE_CODE) terms.add(code & ~0xf);
  }
  const all = [...terms];
  const kept = all.map((term) => ({ term, place: hashTerm(term) })).sort((a, b) => a.place - b.place);
  return { all, kept: kept.slice(0, MAX_INDEXED_TERMS).map(({ term }) => term) };
}

/** The terms that are kept of a recording; none of one without a fingerprint. */
export function indexedTerms(fingerprint: string | null): number[] {
  return fingerprint === null ? [] : fingerprintTerms(decodeFingerprint(fingerprint)).kept;
}

function hashTerm(term: number): number {
  const once = Math.imul(term ^ (term >>> 16), 0x45d9f3b);
  const twice = Math.imul(once ^ (once >>> 16), 0x45d9f3b);
  return (twice ^ (twice >>> 16)) >>> 0;
}

/** Codes that two recordings must share for it to mean anything: some eight seconds, and a good part of the shorter one. */
const MIN_OVERLAP_CODES = 64;
const MIN_OVERLAP_SHARE = 0.25;

/**
 * From here on two recordings are taken for the same. Of the demo's 24 tracks no two are more alike than 0.22, and than 0.32
 * when one of them is cut to 12 seconds or plays beneath a third. The same track at another bit rate, sample rate or level,
 * in mono, in noise, cut, or late by seconds is alike by 0.88 or more, with bass and treble turned by 6 dB by 0.72, and at
 * another tempo by 0.4 to 0.57.
 */
export const SAME_RECORDING_LIKENESS = 0.5;

/**
 * How alike two recordings are where they fit best, 0 to 1: 1 where no bit of their codes differs, 0 where half of them do,
 * as in what has nothing in common.
 */
export function computeLikeness(one: Int32Array, other: Int32Array): number {
  const shorter = Math.min(one.length, other.length);
  const least = Math.max(MIN_OVERLAP_CODES, Math.ceil(shorter * MIN_OVERLAP_SHARE));
  let best = 0;
  for (let shift = least - one.length; shift <= other.length - least; shift++) {
    best = Math.max(best, likenessAt(one, other, shift, least));
  }
  return best;
}

/** With the start of `one` at `shift` of the other. */
function likenessAt(one: Int32Array, other: Int32Array, shift: number, least: number): number {
  const end = Math.min(one.length, other.length - shift);
  let compared = 0;
  let different = 0;
  for (let at = Math.max(0, -shift); at < end; at++) {
    const code = one[at] ?? 0;
    const fellow = other[at + shift] ?? 0;
    if (code === SILENCE_CODE && fellow === SILENCE_CODE) continue;
    compared += 1;
    different += countBits(code ^ fellow);
  }
  return compared < least ? 0 : Math.max(0, 1 - different / (compared * 16));
}

function countBits(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
