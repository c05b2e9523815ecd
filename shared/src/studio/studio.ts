import * as z from "zod";
import { email } from "../accounts/accounts.ts";
import { endpoint } from "../api/endpoint.ts";
import { image, instant } from "../api/media.ts";
import { listOf } from "../api/page.ts";
import { uploadLimits } from "../api/uploads.ts";
import { artistLink, keyDateTypes, song, songDetail, streamingServices } from "../catalogue/catalogue.ts";
import { dateTexts, parseDate } from "../catalogue/dates.ts";
import { MAX_DURATION_S } from "../catalogue/durations.ts";
import { lyricsFields, ownLyrics } from "../catalogue/lyrics.ts";
import { crop, withOriginal } from "../experiences/crop.ts";
import { oneLine } from "../text/text.ts";
import { readIsrc, readIswc } from "./codes.ts";
import { contributorRoles } from "./contributor-roles.ts";
import { ownMaster } from "./masters.ts";

/** Maximum lengths of texts, and rows of each list. */
export const studioLimits = {
  name: 200,
  description: 5_000,
  word: 100,
  link: 200,
  reason: 1_000,
  rows: 100,
  links: 20,
  trackNumber: 9_999,
} as const;

/** Texts prescribed by the specification that server and browser share. */
export const studioTexts = {
  noImage: "Please upload an image.",
  wrongImage: "File must be a PNG.",
  wrongImageOnManage: "Image files must be PNG or JPEG and under 2Mb.",
  wrongAudio: "Audio files must be in the mp3 format and under 20Mb.",
  noFile: "Please select a file to upload.",
  notSquare: "The image must be square.",
  tooSmall: `The image must be at least ${uploadLimits.imageSide}x${uploadLimits.imageSide}.`,
  imageTooLarge: "The image must be at most 2Mb.",
  splits: "Royalty and ownership splits must not exceed 100%",
  iswc: "ISWC must match T-###.###.###-#",
  isrc: "ISRC must match CC-XXX-YY-NNNNN",
  duration: "Duration must match ##:##:##",
  measuredDuration: "The duration is measured from the audio and cannot be changed.",
  webAddress: "Enter a web address such as https://example.com.",
  noAddress: "This address could not be read.",
} as const;

const required = { error: "Required" };
/** Matches a visible character: no space, control or zero-width character. */
const visible = /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** A text of up to `most` characters; an empty one fails with `Required`. */
const needed = (most: number) =>
  z
    .string(required)
    .trim()
    .regex(visible, required)
    .max(most, { error: `Please use at most ${most} characters.` });
/** As `needed`, on one line. */
export const neededLine = (most: number) => needed(most).regex(...oneLine);
const optionalText = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: `Please use at most ${most} characters.` });
const optionalLine = (most: number) => optionalText(most).regex(...oneLine);

/** An ISWC in any notation; empty and null mean none. */
const iswc = z
  .string()
  .trim()
  .nullable()
  .transform((typed, checking) => {
    if (typed === null || typed === "") return null;
    const read = readIswc(typed);
    if (read !== undefined) return read.code;
    checking.addIssue({ code: "custom", message: studioTexts.iswc });
    return z.NEVER;
  });

/** An ISRC in any notation; empty and null mean none. */
export const typedIsrc = z
  .string()
  .trim()
  .nullable()
  .transform((typed, checking) => {
    if (typed === null || typed === "") return null;
    const read = readIsrc(typed);
    if (read !== undefined) return read;
    checking.addIssue({ code: "custom", message: studioTexts.isrc });
    return z.NEVER;
  });
const isrc = typedIsrc.optional().transform((code) => code ?? null);

/** A date in any clear notation, as YYYY-MM-DD, YYYY-MM or YYYY; an empty text fails. */
const partialDate = z.string({ error: dateTexts.form }).transform((typed, checking) => {
  const parsed = parseDate(typed);
  if ("date" in parsed) return parsed.date;
  checking.addIssue({ code: "custom", message: dateTexts[parsed.problem] });
  return z.NEVER;
});
/** As `partialDate`; null and an empty text mean none. */
export const typedDate = z
  .string({ error: dateTexts.form })
  .nullable()
  .transform((typed, checking) => {
    if (typed === null || typed.trim() === "") return null;
    const { data, error } = partialDate.safeParse(typed);
    if (data !== undefined) return data;
    for (const { message } of error?.issues ?? []) checking.addIssue({ code: "custom", message });
    return z.NEVER;
  });
const optionalDate = typedDate.optional().transform((date) => date ?? null);

/** Percent, with at most two decimals; kept in basis points. */
const share = z
  .number({ error: "Please enter a percentage." })
  .min(0, { error: "Please enter a percentage from 0 to 100." })
  .max(100, { error: "Please enter a percentage from 0 to 100." })
  .refine((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6, {
    error: "Please use at most two decimals.",
  });

const rowsOf = <Row extends z.ZodType>(row: Row) =>
  z.array(row).max(studioLimits.rows, { error: `At most ${studioLimits.rows} rows are taken.` });

/** Sums percentages without binary rounding errors. */
export function sumOfShares(shares: readonly number[]): number {
  return shares.reduce((sum, percent) => sum + Math.round(percent * 100), 0) / 100;
}

export const trackNumber = z
  .number({ error: "Please enter a track number." })
  .int({ error: "Please enter a track number." })
  .min(1, { error: "Please enter a track number." })
  .max(studioLimits.trackNumber, { error: "Please enter a track number." });

const albumRow = z.object({
  name: neededLine(studioLimits.name),
  trackNumber,
  releaseDate: optionalDate,
  isrc,
  languages: z
    .array(z.string().regex(/^[a-z]{2}$/, { error: "Languages are two-letter codes separated by commas." }))
    .max(20)
    .default([]),
});

/** An address; null and an empty text remove it. If it is missing, the owner in force with the same name keeps theirs. */
const ownerEmail = z
  .union([email, z.literal("")], { error: "Enter an email address." })
  .nullish()
  .transform((typed) => (typed === "" ? null : typed));

const ownerRow = z.object({
  name: neededLine(studioLimits.name),
  ownership: share,
  /** A missing royalty is 0. */
  royalty: share.nullish().transform((value) => value ?? 0),
  email: ownerEmail,
});

const owners = rowsOf(ownerRow).superRefine((rows, checking) => {
  const total = Math.max(
    sumOfShares(rows.map(({ ownership }) => ownership)),
    sumOfShares(rows.map(({ royalty }) => royalty)),
  );
  if (total > 100) checking.addIssue({ code: "custom", message: studioTexts.splits });
});
export type OwnerInput = z.output<typeof ownerRow>;

/** Seconds. */
const duration = z
  .number({ error: studioTexts.duration })
  .int({ error: studioTexts.duration })
  .min(1, { error: studioTexts.duration })
  .max(MAX_DURATION_S, { error: studioTexts.duration });

/** The fields of a wrap that creating and changing it share. */
const songFields = {
  name: neededLine(studioLimits.name),
  iswc,
  nickname: optionalLine(studioLimits.name).nullish(),
  /** As credited on the release; the artist's name by default. */
  artist: optionalLine(studioLimits.name).nullish(),
  description: optionalText(studioLimits.description).nullish(),
  ...lyricsFields,
  /** Replaced by the duration of the audio. */
  duration: duration.nullish(),
};

/** The lists of a wrap that creating and changing it share. */
const songLists = {
  albums: rowsOf(albumRow),
  credits: rowsOf(
    z.object({
      role: z.enum(contributorRoles, { error: "Please choose a role." }),
      name: neededLine(studioLimits.name),
    }),
  ),
  dates: rowsOf(
    z.object({ type: z.enum(keyDateTypes, { error: "Please choose a type." }), date: partialDate }),
  ),
  /** `songId` is the service's track id, or the address of its page. */
  dsps: rowsOf(
    z.object({
      id: z.enum(streamingServices, { error: "Please choose a service." }),
      songId: neededLine(studioLimits.link),
    }),
  ),
  tags: rowsOf(
    z.object({
      tag: neededLine(studioLimits.word),
      metadata: z.object({ genre: z.enum(["true", "false"]).default("true") }).default({ genre: "true" }),
    }),
  ),
};

/** The `data` part of `POST artist/{id}/song`. */
export const wrapPayload = z.object({
  ...songFields,
  iswc: iswc.nullish().transform((code) => code ?? null),
  albums: songLists.albums.default([]),
  credits: songLists.credits.default([]),
  dates: songLists.dates.default([]),
  owners: owners.default([]),
  dsps: songLists.dsps.default([]),
  tags: songLists.tags.default([]),
});
export type WrapPayload = z.output<typeof wrapPayload>;
/** The payload before validation. */
export type WrapPayloadInput = z.input<typeof wrapPayload>;

/** The body of `PATCH song/{id}`: what is absent stays, and a list is replaced as a whole. */
export const wrapChanges = z.object({
  ...songFields,
  name: songFields.name.optional(),
  /** Empty and null remove it. */
  iswc: iswc.optional(),
  albums: songLists.albums.optional(),
  credits: songLists.credits.optional(),
  dates: songLists.dates.optional(),
  /** Once the wrap was listed or sold, they are proposed to the named owners (`GET song/:id/splits`). */
  owners: owners.optional(),
  dsps: songLists.dsps.optional(),
  tags: songLists.tags.optional(),
});
export type WrapChanges = z.output<typeof wrapChanges>;

/** Only http and https, without credentials. */
const webAddress = z
  .string()
  .trim()
  .max(studioLimits.link, { error: `Please use at most ${studioLimits.link} characters.` })
  .transform((typed, checking) => {
    const written = /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`;
    const address = URL.canParse(written) ? new URL(written) : undefined;
    const isPage =
      address !== undefined && /^https?:$/.test(address.protocol) && address.hostname.includes(".");
    if (isPage && address.username === "" && address.password === "") return address.href;
    checking.addIssue({ code: "custom", message: studioTexts.webAddress });
    return z.NEVER;
  });

/** A link without a service needs a name. */
const artistLinkInput = z
  .object({
    dsp: z.enum(streamingServices, { error: "Please choose a service." }).nullish(),
    name: optionalLine(studioLimits.word).nullish(),
    link: webAddress,
  })
  .superRefine(({ dsp, name }, checking) => {
    if (!dsp && !name) checking.addIssue({ code: "custom", path: ["name"], message: "Required" });
  });
export type ArtistLinkInput = z.output<typeof artistLinkInput>;

/** An artist as its publisher sees it. */
export const ownArtist = z.object({
  id: z.number().int(),
  artist_clean_id: z.string(),
  name: z.string(),
  image: image.nullable(),
  description: z.string(),
  links: z.array(artistLink),
  /** Wraps (deleted ones excluded), and public ones. */
  songs: z.number().int(),
  public_songs: z.number().int(),
  created_at: instant,
});
export type OwnArtist = z.output<typeof ownArtist>;

export const listingStates = [
  "DRAFT",
  "IN_REVIEW",
  "SCHEDULED",
  "ACTIVE",
  "REJECTED",
  "HIDDEN",
  "RESTRICTED",
] as const;
export type ListingState = (typeof listingStates)[number];

/**
 * The next step of a publisher: add artwork, add audio, wait for its analysis, submit, wait for the review or the scheduled time,
 * fix what the reviewer found, set rewards, or share.
 */
export const nextSteps = [
  "ADD_ARTWORK",
  "ADD_AUDIO",
  "WAIT_FOR_AUDIO",
  "SUBMIT",
  "WAIT_FOR_REVIEW",
  "WAIT_FOR_LISTING",
  "MEND",
  "ADD_REWARDS",
  "SHARE",
  "CONTEST",
] as const;
export type NextStep = (typeof nextSteps)[number];

/**
 * - `NONE`: no audio.
 * - `MEASURING`: stored, being analysed.
 * - `READY`: listeners hear it, or will once the wrap is public.
 * - `HELD`: analysed; a reviewer decides, because another account has the same recording, or the wrap is listed (then `changes` has it).
 * - `FAILED`: undecodable; `problem` says why. The previous audio stays.
 */
export const audioStates = ["NONE", "MEASURING", "READY", "HELD", "FAILED"] as const;

/** The latest audio of a wrap as its publisher sees it. */
export const ownAudio = z.object({
  state: z.enum(audioStates),
  problem: z.string().nullable(),
  /** The latest file, also during analysis. */
  uri: z.string().nullable(),
  bytes: z.number().int().nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  /** Seconds that were entered before the first audio was analysed, if the analysed ones differ by more than one; else null. */
  entered_duration: z.number().int().nullable(),
  /** Bits per second; the mean for variable rates. */
  bit_rate: z.number().int().nullable(),
  variable: z.boolean(),
  sample_rate: z.number().int().nullable(),
  channels: z.number().int().nullable(),
  /** LUFS, integrated (EBU R 128). */
  loudness: z.number().nullable(),
});
export type OwnAudio = z.output<typeof ownAudio>;

export const changeFields = ["TITLE", "ARTWORK", "RECORDING"] as const;
export type ChangeField = (typeof changeFields)[number];

/** A change of a listed wrap that awaits approval. The wrap itself has the approved values. */
export const waitingChange = z.object({
  id: z.string(),
  field: z.enum(changeFields),
  /** Null unless `field` is TITLE. */
  title: z.string().nullable(),
  /** Null unless `field` is ARTWORK, and while the wrap is restricted. */
  image: image.nullable(),
  /** Seconds; null unless `field` is RECORDING. */
  duration: z.number().nullable(),
  requested_at: instant,
});
export type WaitingChange = z.output<typeof waitingChange>;

/** A wrap as its publisher sees it. */
export const ownSong = song.extend({
  /** The publisher's own name for it. */
  nickname: z.string().nullable(),
  status: z.enum(listingStates),
  /** The reviewer's reason; null unless `status` is REJECTED. */
  rejection: z.string().nullable(),
  submitted_at: instant.nullable(),
  listed_at: instant.nullable(),
  /** When it will be listed, once it is approved, and the time zone in which its publisher chose that; null if it is listed on approval. */
  listed_from: instant.nullable(),
  listed_zone: z.string().nullable(),
  /** Points earned by listeners. */
  points: z.number().int(),
  rewards: z.number().int(),
  /** Experiences in every state. */
  experiences: z.number().int(),
  /** Counted plays of the last 30 days (UTC), today's last. */
  plays_by_day: z.array(z.number().int()),
  audio_state: z.enum(audioStates),
  next_step: z.enum(nextSteps),
  /** At most one of each field. */
  changes: z.array(waitingChange),
});
export type OwnSong = z.output<typeof ownSong>;

export const ownSongAnswer = z.object({
  song: ownSong,
  audio: ownAudio,
  /** Null if there is none. */
  master: ownMaster.nullable(),
  /** Bytes; null if the site encodes no masters. */
  master_max_bytes: z.number().int().nullable(),
  lyrics: ownLyrics,
  /** Everything on its page, as a preview before it is public. */
  detail: songDetail,
  /** Ids of its tags that are genres. */
  genre_tags: z.array(z.number().int()),
});
export type OwnSongAnswer = z.output<typeof ownSongAnswer>;

const reference = z.object({ id: z.string().min(1).max(120) });
/** A cover: square, or larger and of any shape with a `crop`. */
export const imagePart = (missing: string | undefined, tooLarge: string) =>
  withOriginal(
    { maxBytes: uploadLimits.imageBytes, tooLarge, ...(missing === undefined ? {} : { missing }) },
    "crop",
  );
/** The square of the image that becomes the cover. */
export const coverCrop = crop.optional();

const artistLinks = z
  .array(artistLinkInput)
  .max(studioLimits.links, { error: `At most ${studioLimits.links} links are taken.` });

export const postArtist = endpoint({
  method: "POST",
  path: "artist",
  access: "session",
  limit: "upload",
  tag: "studio",
  summary:
    "Creates an artist. The image is a square PNG or JPEG of at least 400 pixels. `links` are as in `PATCH artist/{id}`. With `crop` " +
    "(`left,top,width,height` in fractions of the image as displayed), the image may have any shape and up to 30 MB, and that square is kept.",
  body: z.object({
    crop: coverCrop,
    name: neededLine(studioLimits.name),
    description: needed(studioLimits.description),
    links: artistLinks.optional(),
  }),
  files: {
    image: { ...imagePart(studioTexts.noImage, studioTexts.imageTooLarge), missing: studioTexts.noImage },
  },
  answer: ownArtist,
});

export const patchArtist = endpoint({
  method: "PATCH",
  path: "artist/:id",
  access: "session",
  limit: "upload",
  tag: "studio",
  summary:
    "Changes the name, description, links or image of an artist of the caller, whichever is sent; `links` replaces the whole list and is " +
    "sent in the JSON of the part `data`. A link has the address of the artist's page on a streaming service (`dsp`), or of any page by a `name`. " +
    "`crop` is as in `POST artist`.",
  params: reference,
  body: z.object({
    crop: coverCrop,
    name: neededLine(studioLimits.name).optional(),
    description: needed(studioLimits.description).optional(),
    links: artistLinks.optional(),
  }),
  files: { image: imagePart(undefined, studioTexts.imageTooLarge) },
  answer: ownArtist,
});

export const postSong = endpoint({
  method: "POST",
  path: "artist/:id/song",
  access: "session",
  limit: "upload",
  tag: "studio",
  summary:
    "Adds a draft to an artist of the caller: a part `image` (square PNG or JPEG of at least 400 pixels) and a part " +
    "`data` with the rest as JSON. `lyrics` is plain text or LRC, which is recognised by its times. Dates are YYYY-MM-DD, YYYY-MM or YYYY, " +
    "from 1860 to next year, and are returned as they are. `crop` is as in `POST artist`.",
  params: reference,
  body: wrapPayload.extend({ crop: coverCrop }),
  files: {
    image: { ...imagePart(studioTexts.noFile, studioTexts.imageTooLarge), missing: studioTexts.noFile },
  },
  answer: ownSong,
});

export const deleteArtist = endpoint({
  method: "DELETE",
  path: "artist/:id",
  access: "session",
  tag: "studio",
  summary:
    "Deletes an artist of the caller with its albums. Returns E0073, which names what is left, while it has wraps or experiences.",
  params: reference,
  answer: z.object({}),
});

export const getMyArtists = endpoint({
  method: "GET",
  path: "my/artists",
  access: "session",
  tag: "studio",
  summary: "The caller's artists. `~~` matches part of the name, or else similar names.",
  list: { filters: { name: "text" }, sortKeys: ["created_at", "name"] },
  answer: listOf(ownArtist),
});

export const getMyArtist = endpoint({
  method: "GET",
  path: "my/artist/:id",
  access: "session",
  tag: "studio",
  summary: "One artist of the caller.",
  params: reference,
  answer: ownArtist,
});

export const getMySongs = endpoint({
  method: "GET",
  path: "my/songs",
  access: "session",
  tag: "studio",
  summary:
    "The caller's wraps in every state. `name~~` matches part of the name, or else similar names. `text~~` matches words of the name and of the " +
    "artist, the id and the pretty id, or else similar names.",
  list: {
    filters: { artist_id: "integer", status: "text", name: "text", text: "text" },
    sortKeys: ["created_at", "name", "plays", "points"],
  },
  answer: listOf(ownSong),
});

export const getMySong = endpoint({
  method: "GET",
  path: "my/song/:id",
  access: "session",
  tag: "studio",
  summary: "One wrap of the caller with all details, public or not.",
  params: reference,
  answer: ownSongAnswer,
});

export const patchSong = endpoint({
  method: "PATCH",
  path: "song/:id",
  access: "session",
  tag: "studio",
  summary:
    "Changes a wrap of the caller: title, ISWC, nickname, credited artist, description, duration, albums, credits, key dates, owners, " +
    "DSP links, tags and lyrics, whichever is sent. What is absent stays; a list that is sent replaces the whole list. Rows are as in " +
    "`POST artist/{id}/song`. Once the wrap has audio, its duration cannot be changed. Once it was listed or sold, a change of " +
    "its owners is proposed to them (`GET song/{id}/splits`). `lyrics` is plain text or LRC, which is recognised by its times; " +
    "null or empty removes them. A new title of a listed wrap awaits approval (`changes` of the response) unless the publisher is trusted or " +
    "the site does not review listings; the current title withdraws one that waits.",
  params: reference,
  body: wrapChanges,
  answer: ownSong,
});

export const patchSongArt = endpoint({
  method: "PATCH",
  path: "song/:id/art",
  access: "session",
  limit: "upload",
  tag: "studio",
  summary:
    "Replaces the artwork of a wrap of the caller: a square PNG or JPEG of at most 2 MB. That of a listed wrap awaits approval as a title of " +
    "`PATCH song/{id}` does. `crop` is as in `POST artist`.",
  params: reference,
  body: z.object({ crop: coverCrop }),
  files: {
    artwork: {
      ...imagePart(studioTexts.noFile, studioTexts.wrongImageOnManage),
      missing: studioTexts.noFile,
    },
  },
  answer: ownSong,
});

export const patchSongAudio = endpoint({
  method: "PATCH",
  path: "song/:id/audio",
  access: "session",
  limit: "upload",
  tag: "studio",
  summary:
    "Replaces the audio of a wrap of the caller: an mp3 of at most 20 MB. A job analyses it; until then, listeners " +
    "hear the current audio. A wrap without lyrics takes those of the file's tags (USLT, SYLT). Once analysed, a recording of a listed wrap " +
    "awaits approval as a title of `PATCH song/{id}` does (`state` is HELD).",
  params: reference,
  files: {
    audio: {
      maxBytes: uploadLimits.audioBytes,
      tooLarge: studioTexts.wrongAudio,
      missing: studioTexts.noFile,
    },
  },
  answer: ownAudio,
});

export const deleteSong = endpoint({
  method: "DELETE",
  path: "song/:id",
  access: "session",
  tag: "studio",
  summary: "Deletes a wrap of the caller. Fails while one of its experiences is active.",
  params: reference,
  answer: z.object({}),
});

export const postListing = endpoint({
  method: "POST",
  path: "song/:id/listing",
  access: "session",
  tag: "studio",
  summary:
    "Submits a wrap for listing: it needs artwork and analysed audio. It is public immediately if reviews are off, " +
    "otherwise after approval. A hidden wrap is listed again.",
  params: reference,
  answer: ownSong,
});

export const deleteListing = endpoint({
  method: "DELETE",
  path: "song/:id/listing",
  access: "session",
  tag: "studio",
  summary: "Withdraws a wrap: one in review becomes a draft, a public one is hidden.",
  params: reference,
  answer: ownSong,
});
