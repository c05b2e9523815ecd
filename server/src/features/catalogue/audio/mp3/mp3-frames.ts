import { MAX_DURATION_S } from "@wrapsody/shared/catalogue/durations.ts";
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

/** The properties of an mp3 that its frames reveal without decoding. */
export type Mp3Scan = {
  /** Frames with music; header frames of encoders are excluded. */
  frames: number;
  sampleRate: number;
  channels: 1 | 2;
  /** Bits per second; the mean for variable rates. */
  bitRate: number;
  variable: boolean;
  /** Samples per channel that a decoder outputs before the music, and those of the music. */
  skip: number;
  length: number;
  /** Bytes of music frames, and bytes that are neither frame nor tag. */
  musicBytes: number;
  junkBytes: number;
};

/** Receives a music frame. Its bytes are valid until the next call. */
export type OnFrame = (frame: Uint8Array, header: FrameHeader) => void;

/** Consecutive headers that prove a stream rather than chance; fewer suffice to resume after a gap. */
const PROOF_FRAMES = 4;
const RESYNC_PROOF_FRAMES = 2;
/** Bytes needed for a proof. */
const LOOKAHEAD_BYTES = PROOF_FRAMES * MAX_FRAME_BYTES + HEADER_BYTES;
/**
 * Bounds of the work: tags whose length is trusted, zeros behind a tag, searches for a free-format frame
 * length.
 */
const MAX_TAGS = 16;
const MAX_ZERO_BYTES = 4_096;
const MAX_FREE_FORMAT_SEARCHES = 50;
/** Delay of every layer III decoder. */
const DECODER_DELAY_SAMPLES = 529;
/** Seconds. */
const MIN_DURATION_S = 0.5;

/**
 * Finds the frames of an mp3 among tags and junk, in linear time.
 *
 * @throws UnusableAudio if it is no mp3 or not a single recording
 */
export async function scanFrames(source: ByteSource, onFrame?: OnFrame): Promise<Mp3Scan> {
  const other = detectOtherFormat(await source.read(0, Math.min(SIGNATURE_BYTES, source.size)));
  if (other !== undefined) throw new UnusableAudio(other);
  return new FrameScanner(source, await findEndOfMusic(source), onFrame).scan();
}

/**
 * Returns the byte range of the frames, header frame included, without the tags around them.
 *
 * @throws UnusableAudio if there is none
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
  /** Properties that the next frame must share; undefined before the first. */
  private kind: FrameHeader | undefined;
  /** Bit rate of the last frame. */
  private bitRate = 0;
  /** Whether a frame ends at the current position. */
  private isInSync = false;
  /**
   * Whether a tag may begin at the current position, and whether the position is inside a tag of unknown
   * length.
   */
  private atTag = true;
  private inTag = false;
  private tags = 0;
  private enteredAt = -1;
  private freeSearches = 0;
  /** Bytes of a free-format frame without padding. */
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

  /** Returns the offset of the first frame. */
  async findFirst(): Promise<number | undefined> {
    while (this.at < this.end && this.first === undefined) await this.step();
    return this.first;
  }

  private async step(): Promise<void> {
    await this.window.load(this.at, 2 * LOOKAHEAD_BYTES);
    if (this.takeFrames() || (await this.skipTag())) return;
    this.seekFrame();
  }

  /** Takes consecutive frames as far as they are loaded. */
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
    const infoFrame = readInfoFrame(frame, header);
    if (infoFrame !== undefined) {
      this.info ??= infoFrame;
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
   * Skips a tag at the current position. Its length is trusted if music or another tag follows; otherwise
   * only the header is skipped and the music is searched within.
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

  /** Moves to the claimed end of a tag and past zeros; returns whether a tag or music follows. */
  private async skipToClaimedEnd(claimed: number): Promise<boolean> {
    if (claimed >= this.end) return false;
    this.at = claimed;
    await this.window.load(this.at, 2 * LOOKAHEAD_BYTES + MAX_ZERO_BYTES);
    while (this.at < claimed + MAX_ZERO_BYTES && this.at < this.end && this.byteAt(this.at) === 0)
      this.at += 1;
    return tagLength(this.window.slice(this.at, 32)) !== undefined || this.isProved(this.at);
  }

  /** Moves to the next proven frame within the loaded bytes. */
  private seekFrame(): void {
    const { window } = this;
    const loadedEnd = window.start + window.bytes.length;
    const limit = Math.min(
      this.end,
      loadedEnd < window.source.size ? loadedEnd - LOOKAHEAD_BYTES : loadedEnd,
    );
    // Never retry a position that was proven but could not be parsed.
    let found = this.at === this.enteredAt ? this.at + 1 : this.at;
    // Plain indexing: a search by the runtime costs more than a byte where a hostile file repeats the sync byte.
    while (found < limit && !(window.bytes[found - window.start] === 0xff && this.isProved(found)))
      found += 1;
    if (!this.inTag) this.junkBytes += found - this.at;
    this.at = found;
    this.atTag = false;
    if (found < limit) this.enterFrame();
  }

  /** Starts or resumes the stream at the current position. */
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

  /** Returns whether a frame begins here and enough others follow. */
  private isProved(at: number): boolean {
    const first = this.headerAt(at);
    if (first === undefined) return false;
    if (first.layer !== 3 && this.kind !== undefined) return false;
    if (first.bitRate === 0 && !this.findFreeBytes(at, first)) return false;
    return this.hasFramesFrom(at, first, this.isSameStream(first) ? RESYNC_PROOF_FRAMES : PROOF_FRAMES);
  }

  private hasFramesFrom(from: number, first: FrameHeader, minFrames: number): boolean {
    let at = from;
    for (let count = 0; count < minFrames; count++) {
      // The last frame may be cut off.
      if (at + HEADER_BYTES > this.end) return count >= 2;
      const header = this.headerAt(at);
      if (header === undefined || !isSameKind(header, first)) return false;
      at += this.bytesOf(header);
    }
    return true;
  }

  /** Finds the length of free-format frames: the distance to the next matching header. */
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
 * Returns the music within the decoded samples if the encoder states its padding. Trailing padding only
 * counts if the file has exactly the stated frames.
 */
function trimGaps(samples: number, frames: number, info: InfoFrame | undefined) {
  const gaps = info?.gaps;
  if (gaps === undefined) return { skip: 0, length: samples };
  const skip = gaps.delay + DECODER_DELAY_SAMPLES;
  const rest = frames === info?.frames ? Math.max(0, gaps.padding - DECODER_DELAY_SAMPLES) : 0;
  return skip + rest < samples ? { skip, length: samples - skip - rest } : { skip: 0, length: samples };
}
