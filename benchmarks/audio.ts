import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { openDiskStorage } from "../server/src/platform/storage/disk.ts";
import { benchmark, type Stops } from "./measure/command.ts";
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
import { type Contender, measure, medianRun, type Runs, ratio } from "./measure/rounds.ts";
import { residentBytes, type Server, startPeer, startProgram } from "./measure/servers.ts";

/** Ranges of a song as players request them, next to nginx and to minimal node:http. */
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
  const contenders: Contender[] = [
    { name: "Wrapsody", ...at(program), next: ranges(`/audio/${audio.hash}.mp3`) },
    { name: "node:http, one open file", ...at(peer), next: ranges("/") },
    ...(await startProxied(await temporaryFolder(stops), stops)),
  ];
  await measure(contenders, { ...effort, rounds: 1 });
  const before = await residentBytes(program.pid);
  const runs = await measure(contenders, effort);
  print(contenders, runs);
  printMemory(before, await residentBytes(program.pid));
});

/** Starts nginx alone and nginx in front of a program with `SENDFILE_HEADER`; none if nginx is not installed. */
async function startProxied(dataDir: string, stops: Stops): Promise<Contender[]> {
  const files = join(dataDir, "files");
  const audio = await storeAudio(files);
  const program = await startProgram({
    dataDir,
    environment: { SENDFILE_HEADER: "X-Accel-Redirect", SENDFILE_PREFIX: "/stored-files/" },
  });
  stops(program.stop);
  const nginx = await startNginx(
    join(dataDir, "nginx"),
    `location / { root ${files}; }
     location /stored-files/ { internal; alias ${files}/; }
     location /audio/ { proxy_pass http://program; proxy_http_version 1.1; proxy_set_header Connection ""; }`,
    `upstream program { server 127.0.0.1:${program.port}; keepalive 64; }`,
  );
  if (nginx === undefined) return [];
  stops(nginx.stop);
  return [
    { name: "nginx, sendfile", ...at(nginx), next: ranges(`/${audio.key}`) },
    {
      name: "Wrapsody behind nginx",
      port: nginx.port,
      pids: [nginx.pid, program.pid],
      next: ranges(`/audio/${audio.hash}.mp3`),
    },
  ];
}

function at({ port, pid }: Server): Pick<Contender, "port" | "pids"> {
  return { port, pids: [pid] };
}

/** Stores random bytes as an uploaded song. */
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

/** Requests every range of the file in turn, as players at different places would. */
function ranges(path: string): () => Buffer {
  const pieces = Array.from({ length: fileBytes / pieceBytes }, () => path);
  return inTurn(pieces, (turn) => ({ range: `bytes=${turn * pieceBytes}-${(turn + 1) * pieceBytes - 1}` }));
}

function print(contenders: readonly Contender[], runs: readonly Runs[]): void {
  const rows = contenders.map(({ name }, at) => {
    const { perSecond, p50, p99, bytesPerSecond, cpu } = medianRun(runs[at] ?? []);
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
  const [ours, , nginx, behindNginx] = runs;
  if (ours === undefined || nginx === undefined || behindNginx === undefined) {
    printLine("nginx is not installed here, so its targets were not measured.");
    return;
  }
  printVerdict({
    what: "Wrapsody behind nginx, next to nginx",
    value: ratio(behindNginx, nginx),
    min: 0.8,
    show: percent,
  });
  printLine(`Wrapsody without a proxy, next to nginx: ${percent(ratio(ours, nginx))}.`);
}

/** Compares the memory after the rounds to the memory after a first round, which fills caches. */
function printMemory(before: number, after: number): void {
  const grown = (after - before) / before;
  printLine(`Memory of the program: ${megabytes(before)} before the rounds, ${megabytes(after)} after them.`);
  printVerdict({ what: "memory grown over the rounds", value: grown, max: 0.15, show: percent });
}
