import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../platform/config/config.ts";
import { prepareEncoder } from "../../../testing/media/masters.ts";
import { chooseBitRate, findEncoderProblem } from "./encoder.ts";
import { runSandboxed, type SandboxLimits } from "./sandbox.ts";

const config = readConfig({});
const limits: SandboxLimits = { cpuSeconds: 5, wallMs: 10_000, memoryBytes: 1 << 30, fileBytes: 1_000_000 };

let folder: string;
beforeAll(async () => {
  await prepareEncoder();
  folder = await mkdtemp(join(tmpdir(), "sandbox-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const runScript = (script: string, changed: Partial<SandboxLimits> = {}) =>
  runSandboxed(config, {
    command: ["bash", "-c", script],
    outputFolder: folder,
    limits: { ...limits, ...changed },
  });

describe("the sandbox of the encoder", () => {
  it("runs on this machine", async () => {
    expect(await findEncoderProblem(config)).toBeUndefined();
  });

  it("shows only the input and the system's programs, and no variables", async () => {
    const input = join(folder, "master");
    await writeFile(input, "music");
    const script = "cat /input; echo; ls -A /; ls /etc; env";
    const result = await runSandboxed(config, { command: ["bash", "-c", script], input, limits });
    const { stdout } = result as { stdout: string };
    const lines = stdout.trim().split("\n");
    const shown = [
      "music",
      "bin",
      "dev",
      "etc",
      "input",
      "lib",
      "lib64",
      "tmp",
      "usr",
      "alternatives",
      "ld.so.cache",
    ];
    const variables = lines.filter((line) => line.includes("="));
    expect(lines.filter((line) => !line.includes("=")).sort()).toEqual(shown.sort());
    expect(variables.map((line) => line.split("=")[0]).sort()).toEqual(["PATH", "PWD", "SHLVL", "_"]);
  });

  it("writes nothing but its output and a small private folder", async () => {
    const script = `
      for path in /file /usr/file /etc/file /dev/file; do echo x 2>/dev/null > $path && echo "wrote $path"; done
      echo x > /tmp/file && echo x > /output/file && echo done; id -u; head -c 20000000 /dev/zero > /tmp/large`;
    const result = await runScript(script, { fileBytes: 100_000_000 });
    expect(result).toMatchObject({ outcome: "exited", code: 1, stdout: "done\n65534\n" });
    expect(await readFile(join(folder, "file"), "utf8")).toBe("x\n");
  });

  it("reaches no network", async () => {
    const server = createServer((socket) => socket.end("secret")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const result = await runScript(`cat < /dev/tcp/127.0.0.1/${port}`);
    expect(result).toMatchObject({ outcome: "exited", code: 1, stdout: "" });
    server.close();
  });

  it("limits time, memory and output", async () => {
    expect(await runScript("sleep 60", { wallMs: 300 })).toEqual({ outcome: "timeout" });
    const busy = await runScript("while :; do :; done", { cpuSeconds: 1 });
    expect(busy).toMatchObject({ outcome: "exited", code: 128 + 9 });
    const greedy = await runScript("dd if=/dev/zero of=/dev/null bs=300M count=1", {
      memoryBytes: 200 << 20,
    });
    expect(greedy).toMatchObject({ outcome: "exited", code: 1 });
    expect(await runScript("head -c 2000000 /dev/zero > /output/large")).toMatchObject({ outcome: "exited" });
    expect((await stat(join(folder, "large"))).size).toBe(1_000_000);
  });

  it("names what is missing", async () => {
    const problem = (programFolders: string[]) =>
      findEncoderProblem({ masters: { maxBytes: 1, programFolders } });
    expect(await problem(["/nonexistent"])).toBe("ffmpeg is not installed (Debian: apt-get install ffmpeg)");
    for (const name of ["ffmpeg", "ffprobe"]) await writeFile(join(folder, name), "", { mode: 0o755 });
    expect(await problem([folder])).toBe("bwrap is not installed (Debian: apt-get install bubblewrap)");
    const refused = "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n";
    await writeFile(join(folder, "bwrap"), refused, { mode: 0o755 });
    expect(await problem([folder, "/usr/bin"])).toMatch(
      /^bwrap cannot run ffmpeg in a sandbox: bwrap: No permissions to create new namespace\. .*namespaces/,
    );
  });
});

it.each([
  [30, 320],
  [499, 256],
  [800, 192],
  [900, 160],
  [1_200, 128],
])("a master of %i s gets %i kbit/s, so that its mp3 stays under 20 MB", (duration, rate) => {
  expect(chooseBitRate(duration)).toBe(rate);
  expect((rate * 1_000 * duration) / 8).toBeLessThan(20_000_000);
});
