import { studioTexts } from "@wrapsody/shared/studio/studio.ts";

const wrong = (more: string) => `${studioTexts.wrongAudio} ${more}`;

/** Messages for files that are rejected or could not be analysed. */
export const audioProblems = {
  empty: wrong("This file contains no music."),
  wav: wrong("This is a WAV file."),
  aiff: wrong("This is an AIFF file."),
  flac: wrong("This is a FLAC file."),
  ogg: wrong("This is an Ogg file."),
  mp4: wrong("This is an MP4 or M4A file."),
  aac: wrong("This is an AAC file."),
  wma: wrong("This is a Windows Media file."),
  matroska: wrong("This is a Matroska or WebM file."),
  midi: wrong("This is a MIDI file, which contains notes but no audio."),
  video: wrong("This is a video."),
  picture: wrong("This is an image."),
  document: wrong("This is a document."),
  archive: wrong("This is an archive."),
  otherLayer: wrong("This is an older kind of MPEG audio (mp1 or mp2)."),
  freeFormat: wrong("This mp3 is in free format, which browsers cannot play."),
  tooShort: wrong("The music in this file lasts less than half a second."),
  tooLong: wrong("The music in this file lasts longer than a day."),
  mostlyJunk: wrong("Most of this file is damaged or is not music."),
  mixedRates: wrong("The sample rate changes in the middle of this file."),
  undecodable: "The music in this file could not be decoded.",
  unmeasurable: "This file could not be analysed. Please upload it again.",
} as const;

export type AudioProblem = keyof typeof audioProblems;

/** A file that cannot be used as audio; an expected failure of parsing. */
export class UnusableAudio extends Error {
  override name = "UnusableAudio";
  readonly problem: AudioProblem;

  constructor(problem: AudioProblem) {
    super(audioProblems[problem]);
    this.problem = problem;
  }
}
