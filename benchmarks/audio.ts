import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { openDiskStorage } from "../server/src/platform/storage/disk.ts";
import { benchmark } from "./measure/command.ts";
import { temporaryFolder } from "./measure/folder.ts";
import { inTurn } from "./measure/load.ts";
import { startNginx } from "./measure/nginx.ts";
import {
  megabytes,
  milliseconds,
  percent,
  printLine,
  printTable,
  printVerdict,
  processor,
  rate,
} from "./measure/report.ts";
import { type Contender, measure, middle, type Runs, ratio } from "./measure/rounds.ts";
import { residentBytes, type Server, startPeer, startProgram } from "./measure/servers.ts";

/** Pieces of a song as players ask for them, beside nginx and beside the least that node:http can do. */
const fileBytes = 5 << 20;
const pieceBytes = 256 << 10;

await benchmark(async (effort, stops) => {
  const dataDir = await temporaryFolder(stops);
  const files = join(dataDir, "files");
  const audio = await storeAudio(files);
  const program = await startProgram({ dataDir });
  stops(program.stop);
  const peer = await startPeer("ranges", { FILE: join(files, audio.key), BYTES: String(fileBytes) });
  stops(peer.stop);
  const nginx = await startNginx(files, join(dataDir, "nginx"));
  if (nginx !== undefined) stops(nginx.stop);
  const contenders: Contender[] = [
    { name: "Wrapsody", ...at(program), next: ranges(`/audio/${audio.hash}.mp3`) },
    { name: "node:http, one open file", ...at(peer), next: ranges("/") },
    ...(nginx === undefined
      ? []
      : [{ name: "nginx, sendfile", ...at(nginx), next: ranges(`/${audio.key}`) }]),
  ];
  await measure(contenders, { ...effort, rounds: 1 });
  const before = await residentBytes(program.pid);
  const runs = await measure(contenders, effort);
  print(contenders, runs);
  printMemory(before, await residentBytes(program.pid));
});

function at({ port, pid }: Server): Pick<Contender, "port" | "pids"> {
  return { port, pids: [pid] };
}

/** Bytes nobody can compress or share, kept as an uploaded song is kept. */
async function storeAudio(files: string): Promise<{ key: string; hash: string }> {
  const bytes = randomBytes(fileBytes);
  const storage = await openDiskStorage(files);
  const stored = await storage.put(bytes, {
    extension: "mp3",
    contentType: "audio/mpeg",
    maxBytes: fileBytes,
  });
  await storage.close();
  return { key: stored.key, hash: createHash("sha256").update(bytes).digest("hex") };
}

/** Every piece of the file in turn, as so many players in different places would. */
function ranges(path: string): () => Buffer {
  const pieces = Array.from({ length: fileBytes / pieceBytes }, () => path);
  return inTurn(pieces, (turn) => ({ range: `bytes=${turn * pieceBytes}-${(turn + 1) * pieceBytes - 1}` }));
}

function print(contenders: readonly Contender[], runs: readonly Runs[]): void {
  const rows = contenders.map(({ name }, at) => {
    const { perSecond, p50, p99, bytesPerSecond, cpu } = middle(runs[at] ?? []);
    const beside = at === 0 ? "" : percent(ratio(runs[0] ?? [], runs[at] ?? []));
    return [
      name,
      rate(perSecond),
      `${megabytes(bytesPerSecond)}/s`,
      milliseconds(p50),
      milliseconds(p99),
      processor(cpu),
      beside,
    ];
  });
  printTable(["256 KiB ranges", "answers", "bytes", "p50", "p99", "processor", "Wrapsody beside it"], rows);
  const [ours, , nginx] = runs;
  if (ours === undefined || nginx === undefined) {
    printLine("nginx is not installed here, so the target (70 % of it) was not measured.");
    return;
  }
  printVerdict({ what: "ranges beside nginx", value: ratio(ours, nginx), least: 0.7, show: percent });
}

/** After a first round has filled what is filled once. */
function printMemory(before: number, after: number): void {
  const grown = (after - before) / before;
  printLine(`Memory of the program: ${megabytes(before)} before the rounds, ${megabytes(after)} after them.`);
  printVerdict({ what: "memory grown over the rounds", value: grown, most: 0.15, show: percent });
}
