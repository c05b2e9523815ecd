import { MPEGDecoder } from "mpg123-decoder";
import { Failure } from "../../platform/failure.ts";

/** How many stretches a waveform has. */
export const peakCount = 400;

export type AudioMeasures = {
  /** Seconds, exact to a sample. */
  duration: number;
  /** The loudest sample of each of `peakCount` equal stretches, 0 to 255, scaled so that the loudest of all is 255. */
  peaks: Uint8Array;
};

/**
 * Decodes an mp3 and measures it.
 * @throws Failure E0009 when nothing in it can be played
 */
export async function measureAudio(mp3: Uint8Array): Promise<AudioMeasures> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const { channelData, samplesDecoded, sampleRate } = decoder.decode(mp3);
    if (samplesDecoded === 0) throw new Failure("E0009", { message: "This file holds no mp3 audio." });
    return { duration: samplesDecoded / sampleRate, peaks: peaksOf(channelData, samplesDecoded) };
  } finally {
    decoder.free();
  }
}

function peaksOf(channels: readonly Float32Array[], samples: number): Uint8Array {
  const loudest = new Float32Array(peakCount);
  for (const channel of channels) {
    for (let at = 0; at < samples; at++) {
      const stretch = Math.floor((at * peakCount) / samples);
      const level = Math.abs(channel[at] ?? 0);
      if (level > (loudest[stretch] ?? 0)) loudest[stretch] = level;
    }
  }
  const most = Math.max(...loudest, Number.EPSILON);
  return Uint8Array.from(loudest, (level) => Math.round((level / most) * 255));
}
