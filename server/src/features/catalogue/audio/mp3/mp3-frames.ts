import { MAX_DURATION_S } from "@wrapsody/shared/codes.ts";
import { UnusableAudio } from "../audio-problems.ts";
import { type ByteSource, SlidingWindow } from "./byte-source.ts";
import { type InfoFrame, readInfoFrame } from "./info-frame.ts";
import {
  type FrameHeader,
  HEADER_BYTES,
  isSameKind,
  MAX_FRAME_BYTES,
  readHeader,
  sideInfoSize,
} from "./mp3-header.ts";
import { findEndOfMusic, ID3_HEADER_BYTES, tagLength } from "./mp3-tags.ts";
import { detectOtherFormat, SIGNATURE_BYTES } from "./other-formats.ts";

/** What the frames of an mp3 tell without being decoded. */
export type Mp3Scan = {
  /** Frames that hold music; what encoders tell in frames of their own is none. */
  frames: number;
  sampleRate: number;
  channels: 1 | 2;
  /** Bits per second, the mean where it varies. */
  bitRate: number;
  variable: boolean;
  /** Samples of each channel that a decoder gives before the music begins, and those of the music. */
  skip: number;
  length: number;
  /** Bytes of the frames that hold music, and of what is neither frame nor tag. */
  musicBytes: number;
  junkBytes: number;
};

/** Takes a frame that holds music. Its bytes are good until the next one. */
export type OnFrame = (frame: Uint8Array, header: FrameHeader) => void;

/** Headers in a row, each where the one before says, that tell a recording from chance; two where it goes on after a gap. */
const PROOF_FRAMES = 4;
const RESYNC_PROOF_FRAMES = 2;
/** Bytes that hold a proof. */
const LOOKAHEAD_BYTES = PROOF_FRAMES * MAX_FRAME_BYTES + HEADER_BYTES;
/** Tags whose length is believed, zeros behind one, and searches for the length of a free frame: bounds to the work. */
const MAX_TAGS = 16;
const MAX_ZERO_BYTES = 4_096;
const MAX_FREE_FORMAT_SEARCHES = 50;
/** Samples that every decoder of layer III is late by. */
const DECODER_DELAY_SAMPLES = 529;
/** Seconds. */
const MIN_DURATION_S = 0.5;

/**
 * Finds the frames of an mp3 in whatever stands around and between them, in time that grows with its size and no faster.
 *
 * @throws UnusableAudio for what is no mp3 or cannot be taken for one recording
 */
export async function scanFrames(source: ByteSource, onFrame?: OnFrame): Promise<Mp3Scan> {
  const other = detectOtherFormat(await source.read(0, Math.min(SIGNATURE_BYTES, source.size)));
  if (other !== undefined) throw new UnusableAudio(other);
  return new FrameScanner(source, await findEndOfMusic(source), onFrame).scan();
}

/**
 * Where the frames of an mp3 lie among its bytes, from the first, what encoders tell in a frame of its own included, to the tags
 * behind the last.
 *
 * @throws UnusableAudio where there is none
 */
export async function locateFrames(source: ByteSource): Promise<{ start: number; end: number }> {
  const end = await findEndOfMusic(source);
  const start = await new FrameScanner(source, end, undefined).findFirst();
  if (start === undefined) throw new UnusableAudio("empty");
  return { start, end };
}

class FrameScanner {
  private at = 0;
  private first: number | undefined;
  private readonly end: number;
  private readonly window: SlidingWindow;
  private readonly onFrame: OnFrame | undefined;
  /** What a frame has to be like to go on; undefined before the first. */
  private kind: FrameHeader | undefined;
  /** Of the last frame that was taken. */
  private bitRate = 0;
  /** Whether a frame ends where we are. */
  private isInSync = false;
  /** Whether a tag may begin where we are, and whether we are within one that has no length. */
  private atTag = true;
  private inTag = false;
  private tags = 0;
  private enteredAt = -1;
  private freeSearches = 0;
  /** Bytes of a frame of free format without its padding. */
  private freeBytes = 0;
  private info: InfoFrame | undefined;
  private frames = 0;
  private samples = 0;
  private channels: 1 | 2 = 1;
  private variable = false;
  private isFree = false;
  private musicBytes = 0;
  private junkBytes = 0;

  constructor(source: ByteSource, end: number, onFrame: OnFrame | undefined) {
    this.window = new SlidingWindow(source);
    this.end = end;
    this.onFrame = onFrame;
  }

  async scan(): Promise<Mp3Scan> {
    while (this.at < this.end) await this.step();
    return this.result();
  }

  /** Where the first frame begins. */
  async findFirst(): Promise<number | undefined> {
    while (this.at < this.end && this.first === undefined) await this.step();
    return this.first;
  }

  private async step(): Promise<void> {
    await this.window.load(this.at, 2 * LOOKAHEAD_BYTES);
    if (this.takeFrames() || (await this.skipTag())) return;
    this.seekFrame();
  }

  /** Takes the frames that follow each other, as far as they are here. */
  private takeFrames(): boolean {
    const from = this.at;
    while (this.isInSync && this.window.holds(this.at, LOOKAHEAD_BYTES)) {
      const header = this.headerAt(this.at);
      const bytes = header === undefined ? 0 : this.bytesOf(header);
      if (header === undefined || !this.isSameStream(header) || this.at + bytes > this.end) {
        this.isInSync = false;
        this.atTag = true;
      } else this.takeFrame(this.window.slice(this.at, bytes), header);
    }
    return this.at > from;
  }

  private takeFrame(frame: Uint8Array, header: FrameHeader): void {
    this.first ??= this.at;
    this.at += frame.length;
    const told = readInfoFrame(frame, header);
    if (told !== undefined) {
      this.info ??= told;
      return;
    }
    this.variable ||= this.frames > 0 && this.bitRate !== header.bitRate;
    this.bitRate = header.bitRate;
    this.isFree ||= header.bitRate === 0;
    if (header.channels === 2) this.channels = 2;
    this.frames += 1;
    this.samples += header.samples;
    this.musicBytes += frame.length;
    if (this.samples > MAX_DURATION_S * header.sampleRate) throw new UnusableAudio("tooLong");
    this.onFrame?.(frame, header);
  }

  /**
   * Skips a tag where one begins. Its length is believed if music or another tag is where it ends; of one that lies, only
   * the head is skipped, and the music is looked for within it.
   */
  private async skipTag(): Promise<boolean> {
    if (!this.atTag || this.tags >= MAX_TAGS) return false;
    const head = this.window.slice(this.at, 32);
    const length = tagLength(head);
    if (length === undefined) return false;
    this.tags += 1;
    const start = this.at;
    if (!(await this.skipToClaimedEnd(start + length))) {
      this.at = start + ID3_HEADER_BYTES;
      this.atTag = false;
    }
    this.inTag = true;
    return true;
  }

  /** Goes to where a tag claims to end, and behind zeros there; tells whether there is something. */
  private async skipToClaimedEnd(claimed: number): Promise<boolean> {
    if (claimed >= this.end) return false;
    this.at = claimed;
    await this.window.load(this.at, 2 * LOOKAHEAD_BYTES + MAX_ZERO_BYTES);
    while (this.at < claimed + MAX_ZERO_BYTES && this.at < this.end && this.byteAt(this.at) === 0)
      this.at += 1;
    return tagLength(this.window.slice(this.at, 32)) !== undefined || this.isProved(this.at);
  }

  /** Goes to the next frame that is proved to be one, as far as can be seen. */
  private seekFrame(): void {
    const { window } = this;
    const seen = window.start + window.bytes.length;
    const limit = Math.min(this.end, seen < window.source.size ? seen - LOOKAHEAD_BYTES : seen);
    // Where a frame was proved and could not be taken, it is not tried again.
    let found = this.at === this.enteredAt ? this.at + 1 : this.at;
    while (found < limit && !this.isProved(found)) {
      const next = window.bytes.indexOf(0xff, found + 1 - window.start);
      found = next < 0 ? limit : Math.min(limit, next + window.start);
    }
    if (!this.inTag) this.junkBytes += found - this.at;
    this.at = found;
    this.atTag = false;
    if (found < limit) this.enterFrame();
  }

  /** Begins, or goes on, with the frame where we are. */
  private enterFrame(): void {
    const header = this.headerAt(this.at);
    if (header === undefined) return;
    if (header.layer !== 3) throw new UnusableAudio("otherLayer");
    if (this.kind !== undefined && this.kind.sampleRate !== header.sampleRate)
      throw new UnusableAudio("mixedRates");
    this.kind = header;
    this.enteredAt = this.at;
    this.isInSync = true;
    this.inTag = false;
  }

  /** Whether a frame begins here, and enough others follow it. */
  private isProved(at: number): boolean {
    const first = this.headerAt(at);
    if (first === undefined) return false;
    if (first.layer !== 3 && this.kind !== undefined) return false;
    if (first.bitRate === 0 && !this.findFreeBytes(at, first)) return false;
    return this.hasFramesFrom(at, first, this.isSameStream(first) ? RESYNC_PROOF_FRAMES : PROOF_FRAMES);
  }

  private hasFramesFrom(from: number, first: FrameHeader, wanted: number): boolean {
    let at = from;
    for (let count = 0; count < wanted; count++) {
      // Of the last frame, the end may be missing.
      if (at + HEADER_BYTES > this.end) return count >= 2;
      const header = this.headerAt(at);
      if (header === undefined || !isSameKind(header, first)) return false;
      at += this.bytesOf(header);
    }
    return true;
  }

  /** Finds out how long frames of free format are: as far as it is to the next header like this one. */
  private findFreeBytes(at: number, first: FrameHeader): boolean {
    const known = this.freeBytes;
    if (known > 0 && this.hasFramesFrom(at, first, RESYNC_PROOF_FRAMES)) return true;
    if (first.layer !== 3 || this.freeSearches >= MAX_FREE_FORMAT_SEARCHES) return false;
    this.freeSearches += 1;
    for (let bytes = HEADER_BYTES + sideInfoSize(first); bytes < MAX_FRAME_BYTES; bytes++) {
      if (this.byteAt(at + bytes) !== 0xff) continue;
      this.freeBytes = bytes - first.padding;
      if (this.hasFramesFrom(at, first, PROOF_FRAMES)) return true;
    }
    this.freeBytes = known;
    return false;
  }

  private isSameStream(header: FrameHeader): boolean {
    return this.kind !== undefined && isSameKind(header, this.kind);
  }

  private bytesOf(header: FrameHeader): number {
    return header.bitRate === 0 ? this.freeBytes + header.padding : header.bytes;
  }

  private headerAt(at: number): FrameHeader | undefined {
    return readHeader(this.window.bytes, at - this.window.start);
  }

  private byteAt(at: number): number | undefined {
    return this.window.bytes[at - this.window.start];
  }

  private result(): Mp3Scan {
    const { kind, frames, samples, channels, variable, musicBytes, junkBytes } = this;
    if (kind === undefined || frames === 0) throw new UnusableAudio("empty");
    if (this.isFree) throw new UnusableAudio("freeFormat");
    const { sampleRate } = kind;
    const { skip, length } = trimGaps(samples, frames, this.info);
    if (junkBytes > musicBytes) throw new UnusableAudio("mostlyJunk");
    if (length < MIN_DURATION_S * sampleRate) throw new UnusableAudio("tooShort");
    const mean = Math.round((musicBytes * 8 * sampleRate) / samples);
    const bitRate = variable ? mean : this.bitRate;
    return { frames, sampleRate, channels, bitRate, variable, skip, length, musicBytes, junkBytes };
  }
}

/**
 * The music within what is decoded, where the encoder told how much it put around it. What it put at the end is at the
 * end only if all its frames are there, and no others.
 */
function trimGaps(samples: number, frames: number, info: InfoFrame | undefined) {
  const gaps = info?.gaps;
  if (gaps === undefined) return { skip: 0, length: samples };
  const skip = gaps.delay + DECODER_DELAY_SAMPLES;
  const rest = frames === info?.frames ? Math.max(0, gaps.padding - DECODER_DELAY_SAMPLES) : 0;
  return skip + rest < samples ? { skip, length: samples - skip - rest } : { skip: 0, length: samples };
}
