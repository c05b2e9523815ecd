/** The fields of an MPEG audio frame header (ISO 11172-3, ISO 13818-3, and the extension 2.5). */
export type FrameHeader = Readonly<{
  version: 1 | 2 | 2.5;
  layer: 1 | 2 | 3;
  sampleRate: number;
  channels: 1 | 2;
  /** Bits per second; 0 for free format, where the distance to the next header counts. */
  bitRate: number;
  /** Extra bytes that even out the bit rate. */
  padding: number;
  /** Two bytes of checksum follow the header. */
  hasChecksum: boolean;
  /** Decoded samples per channel. */
  samples: number;
  /** Header included; 0 for free format. */
  bytes: number;
}>;

export const HEADER_BYTES = 4;
/** Longest layer III frame, free format included. */
export const MAX_FRAME_BYTES = 4_608;

const sampleRates = [44_100, 48_000, 32_000];
/** Kilobits per second by the header's four bits: MPEG 1 by layer, then MPEG 2 and 2.5. */
const bitRates = {
  "1-1": [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  "1-2": [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  "1-3": [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  "2-1": [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  "2-2": [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  "2-3": [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

/**
 * Parsed headers by their bits, null for invalid ones. A hostile file repeats a header five million times; parsing each
 * would take seconds.
 */
const parsedHeaders: (FrameHeader | null | undefined)[] = new Array(1 << 14);

/** Returns undefined if the bytes are no header. Equal headers are the same object. */
export function readHeader(bytes: Uint8Array, at: number): FrameHeader | undefined {
  if (bytes[at] !== 0xff) return undefined;
  const kind = bytes[at + 1] ?? 0;
  const rates = bytes[at + 2] ?? 0;
  const rest = bytes[at + 3];
  if ((kind & 0xe0) !== 0xe0 || rest === undefined || (rest & 3) === 2) return undefined;
  const isMono = rest >> 6 === 3;
  const index = (isMono ? 1 << 13 : 0) | ((kind & 0x1f) << 8) | rates;
  let header = parsedHeaders[index];
  if (header === undefined) {
    header = parseHeader(kind, rates, isMono ? 1 : 2) ?? null;
    parsedHeaders[index] = header;
  }
  return header ?? undefined;
}

function parseHeader(kind: number, rates: number, channels: 1 | 2): FrameHeader | undefined {
  const version = ([2.5, undefined, 2, 1] as const)[(kind >> 3) & 3];
  const layer = ([undefined, 3, 2, 1] as const)[(kind >> 1) & 3];
  const fullRate = sampleRates[(rates >> 2) & 3];
  if (version === undefined || layer === undefined || fullRate === undefined) return undefined;
  const kilobits = bitRates[`${version === 1 ? 1 : 2}-${layer}`][rates >> 4];
  if (kilobits === undefined) return undefined;
  const sampleRate = fullRate / (version === 1 ? 1 : version === 2 ? 2 : 4);
  const padding = (rates >> 1) & 1;
  const samples = layer === 1 ? 384 : layer === 3 && version !== 1 ? 576 : 1152;
  const bitRate = kilobits * 1000;
  return {
    version,
    layer,
    sampleRate,
    channels,
    bitRate,
    padding: layer === 1 ? padding * 4 : padding,
    hasChecksum: (kind & 1) === 0,
    samples,
    bytes: bitRate === 0 ? 0 : bytesOf(layer, samples, bitRate / sampleRate, padding),
  };
}

function bytesOf(layer: number, samples: number, bitsPerSample: number, padding: number): number {
  if (layer === 1) return (Math.floor(12 * bitsPerSample) + padding) * 4;
  return Math.floor((samples / 8) * bitsPerSample) + padding;
}

/** Returns whether two frames can belong to one recording; only channels and bit rate may change. */
export function isSameKind(a: FrameHeader, b: FrameHeader): boolean {
  return (
    a.version === b.version &&
    a.layer === b.layer &&
    a.sampleRate === b.sampleRate &&
    (a.bitRate === 0) === (b.bitRate === 0)
  );
}

/** Returns the bytes between header and music of a layer III frame. */
export function sideInfoSize({ version, channels }: FrameHeader): number {
  if (version === 1) return channels === 1 ? 17 : 32;
  return channels === 1 ? 9 : 17;
}
