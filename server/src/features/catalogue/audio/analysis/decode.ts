import { MPEGDecoder } from "mpg123-decoder";
import type { ByteSource } from "../mp3/byte-source.ts";
import type { Mp3Scan } from "../mp3/mp3-frames.ts";
import { scanFrames } from "../mp3/mp3-frames.ts";

/** Receives decoded samples -1 to 1, one array per channel, valid in `[from, to)`. */
export type OnSamples = (channels: readonly Float32Array[], from: number, to: number) => void;

/** Bytes of frames that are decoded in one call. */
const BATCH_BYTES = 1 << 14;

/**
 * Decodes the music of an mp3 without encoder padding. Returns the number of samples. The decoder gets whole
 * frames only, so that bytes between frames cannot confuse it.
 *
 * @throws UnusableAudio like `scanFrames`
 */
export async function decodeMusic(source: ByteSource, walk: Mp3Scan, onSamples: OnSamples): Promise<number> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  const batch = new Uint8Array(BATCH_BYTES);
  let filled = 0;
  let skip = walk.skip;
  let returnedSamples = 0;
  const decode = () => {
    const { channelData, samplesDecoded } = decoder.decode(batch.subarray(0, filled));
    filled = 0;
    const from = Math.min(skip, samplesDecoded);
    const to = Math.min(samplesDecoded, from + walk.length - returnedSamples);
    skip -= from;
    returnedSamples += to - from;
    if (to > from) onSamples(channelData.slice(0, walk.channels), from, to);
  };
  try {
    await scanFrames(source, (frame) => {
      if (filled + frame.length > BATCH_BYTES) decode();
      batch.set(frame, filled);
      filled += frame.length;
    });
    decode();
    return returnedSamples;
  } finally {
    decoder.free();
  }
}
