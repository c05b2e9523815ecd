import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { uploadLimits } from "@wrapsody/shared/api/uploads.ts";
import { MAX_MASTER_DURATION_S, type MasterFormat } from "@wrapsody/shared/studio/masters.ts";
import pLimit from "p-limit";
import { z } from "zod";
import type { Config } from "../../../platform/config/config.ts";
import { formatDescriptions, type RecognizedMaster, UnusableMaster } from "./master-formats.ts";
import { runSandboxed, type SandboxLimits, type SandboxResult } from "./sandbox.ts";

/** Audio properties that a master states. */
export type MasterFacts = {
  /** Seconds. */
  duration: number;
  sampleRate: number;
  channels: number;
};

type MasterFile = { path: string; format: MasterFormat };

const MEMORY_BYTES = 1 << 30;
const PROBE_LIMITS: SandboxLimits = {
  cpuSeconds: 20,
  wallMs: 60_000,
  memoryBytes: MEMORY_BYTES,
  fileBytes: 0,
};
const ENCODING_LIMITS: SandboxLimits = {
  cpuSeconds: 300,
  wallMs: 10 * 60_000,
  memoryBytes: MEMORY_BYTES,
  fileBytes: uploadLimits.audioBytes,
};
const MIN_DURATION_S = 0.5;

/** Kilobits per second, best first. */
const BIT_RATES = [320, 256, 192, 160, 128] as const;
/** Bytes of an mp3 beside its audio: the header frame, and the frame that is begun. */
const MP3_OVERHEAD_BYTES = 4_000;

/** Each kind takes at most one core from requests. */
const limitProbes = pLimit(1);
const limitEncodings = pLimit(1);

/** The encoder was stopped from outside; the job may be repeated. */
export class EncoderStopped extends Error {
  override name = "EncoderStopped";
}

/** Arguments that let FFmpeg read nothing but the input, by one demuxer. */
function inputArguments(format: MasterFormat): string[] {
  const { demuxer } = formatDescriptions[format];
  return ["-protocol_whitelist", "file,pipe", "-format_whitelist", demuxer, "-f", demuxer];
}

const numeric = z.coerce.number().positive();
const probed = z.object({
  streams: z
    .array(
      z.object({
        codec_name: z.string().optional(),
        sample_rate: numeric,
        channels: z.number().int().min(1),
        duration: numeric.optional(),
      }),
    )
    .min(1),
  format: z.object({ duration: numeric.optional() }),
});

/**
 * Reads what a complete file states about its audio. A file that does not state its length is read to its end.
 *
 * @throws UnusableMaster, SandboxUnavailable, EncoderStopped
 */
export function probeMaster(
  config: Config,
  { path, format, statesLength }: { path: string } & RecognizedMaster,
): Promise<MasterFacts> {
  return limitProbes(async () => {
    const result = await runSandboxed(config, {
      command: [
        ...["ffprobe", "-v", "error", ...inputArguments(format), "-select_streams", "a:0"],
        ...["-show_entries", "format=duration:stream=codec_name,sample_rate,channels,duration"],
        ...["-of", "json", "/input"],
      ],
      input: path,
      limits: PROBE_LIMITS,
    });
    const { duration, ...facts } = readFacts(requireExit(result, "damaged"), format);
    const seconds = statesLength ? duration : undefined;
    return {
      ...facts,
      duration: assertDuration(seconds ?? (await measureDuration(config, { path, format }))),
    };
  });
}

type StatedFacts = Omit<MasterFacts, "duration"> & { duration: number | undefined };

function readFacts({ code, stdout }: Exit, format: MasterFormat): StatedFacts {
  if (code !== 0) throw new UnusableMaster("damaged");
  const parsed = probed.safeParse(JSON.parse(stdout));
  const [stream] = parsed.data?.streams ?? [];
  if (!parsed.success || stream === undefined) throw new UnusableMaster("empty");
  if (!formatDescriptions[format].codecs.includes(stream.codec_name ?? "")) throw new UnusableMaster("codec");
  const duration = stream.duration ?? parsed.data.format.duration;
  return { duration, sampleRate: stream.sample_rate, channels: stream.channels };
}

function assertDuration(seconds: number): number {
  if (seconds < MIN_DURATION_S || seconds > MAX_MASTER_DURATION_S) throw new UnusableMaster("duration");
  return seconds;
}

/** Returns the seconds of audio in a file, without decoding it. */
async function measureDuration(config: Config, { path, format }: MasterFile): Promise<number> {
  const result = await runSandboxed(config, {
    command: [
      ...["ffmpeg", "-nostdin", "-v", "error", ...inputArguments(format), "-i", "/input", "-map", "0:a:0"],
      ...["-c", "copy", "-progress", "pipe:1", "-f", "null", "-"],
    ],
    input: path,
    limits: PROBE_LIMITS,
  });
  const { code, stdout } = requireExit(result, "damaged");
  // The last report is that of the end. A file without any audio has no time.
  const microseconds = Number(/.*^out_time_us=(\d+)$/ms.exec(stdout)?.[1]);
  if (code !== 0 || !Number.isFinite(microseconds)) throw new UnusableMaster("damaged");
  return microseconds / 1_000_000;
}

/**
 * Encodes the mp3 of a master into a folder, at the highest bit rate with which it stays under the limit of recordings.
 * Returns its path.
 *
 * @throws UnusableMaster, SandboxUnavailable, EncoderStopped
 */
export function encodeMaster(
  config: Config,
  { path, format, duration }: MasterFile & { duration: number },
  outputFolder: string,
): Promise<string> {
  return limitEncodings(async () => {
    const output = join(outputFolder, "encoded.mp3");
    await rm(output, { force: true });
    const result = await runSandboxed(config, {
      command: [
        ...["ffmpeg", "-nostdin", "-v", "error", "-threads", "1", ...inputArguments(format)],
        ...["-codec_whitelist", formatDescriptions[format].codecs.join(",")],
        // A file may contain more audio than it states.
        ...["-t", String(duration + 1), "-i", "/input"],
        // Without pictures, texts and chapters.
        ...["-map", "0:a:0", "-map_metadata", "-1", "-map_chapters", "-1"],
        ...["-c:a", "libmp3lame", "-b:a", `${chooseBitRate(duration)}k`, "-threads", "1"],
        ...["-id3v2_version", "0", "-write_id3v1", "0", "-f", "mp3", "/output/encoded.mp3"],
      ],
      input: path,
      outputFolder,
      limits: ENCODING_LIMITS,
    });
    const { code } = requireExit(result, "timeout");
    const isWritten = await stat(output).then(
      ({ size }) => size > 0,
      () => false,
    );
    if (code !== 0 || !isWritten) throw new UnusableMaster("undecodable");
    return output;
  });
}

/** Returns kilobits per second. */
export function chooseBitRate(duration: number): number {
  const fits = (rate: number) =>
    (rate * 1_000 * (duration + 1)) / 8 + MP3_OVERHEAD_BYTES <= uploadLimits.audioBytes;
  return BIT_RATES.find(fits) ?? BIT_RATES[BIT_RATES.length - 1] ?? 128;
}

type Exit = Extract<SandboxResult, { outcome: "exited" }>;

function requireExit(result: SandboxResult, onTimeout: "damaged" | "timeout"): Exit {
  if (result.outcome === "timeout") throw new UnusableMaster(onTimeout);
  if (result.outcome === "stopped") throw new EncoderStopped("the encoder was stopped");
  return result;
}

/** Returns why this node encodes no masters; undefined if it does. `MASTER_MAX_MB=0` is a reason, too. */
export async function findEncoderProblem(config: Pick<Config, "masters">): Promise<string | undefined> {
  if (config.masters.maxBytes === 0) return "MASTER_MAX_MB is 0";
  const folders = config.masters.programFolders.join(":");
  const known = checks.get(folders);
  if (known !== undefined && performance.now() < known.until) return known.problem;
  const problem = checkEncoder(config);
  checks.set(folders, { until: performance.now() + RECHECK_MS, problem });
  return problem;
}

/** After this time, a program that was installed meanwhile is found. */
const RECHECK_MS = 60_000;
const checks = new Map<string, { until: number; problem: Promise<string | undefined> }>();

async function checkEncoder(config: Pick<Config, "masters">): Promise<string | undefined> {
  try {
    const result = await runSandboxed(config, {
      command: ["ffmpeg", "-v", "quiet", "-version"],
      limits: PROBE_LIMITS,
    });
    if (result.outcome === "exited" && result.code === 0) return undefined;
    const stderr = result.outcome === "exited" ? result.stderr.trim() : result.outcome;
    return `bwrap cannot run ffmpeg in a sandbox: ${stderr}.${await explainRefusal(stderr)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Names the setting of the system that usually refuses namespaces to ordinary users and in containers. */
async function explainRefusal(stderr: string): Promise<string> {
  if (!/namespace|uid map|permitted|pivot_root|mount/i.test(stderr)) return "";
  const settings = [
    ["kernel/unprivileged_userns_clone", "0"],
    ["kernel/apparmor_restrict_unprivileged_userns", "1"],
    ["user/max_user_namespaces", "0"],
  ] as const;
  for (const [name, refusing] of settings) {
    const value = await readFile(`/proc/sys/${name}`, "utf8").catch(() => undefined);
    if (value?.trim() === refusing)
      return ` This system refuses user namespaces to ordinary users (${name.replace("/", ".")} = ${refusing}).`;
  }
  return " User namespaces are refused here; a container needs a seccomp profile that allows them.";
}
