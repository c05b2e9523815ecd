import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Stops } from "../../measure/command.ts";
import { temporaryFolder } from "../../measure/folder.ts";
import { printLine } from "../../measure/report.ts";

const run = promisify(execFile);

/** The HashLips Art Engine as it is published, and what it requires, each with the SHA-512 of its archive. */
const packages = {
  "hashlips_art_engine@1.2.59":
    "05NZlJ2deTmt1EhddJG1HJIx4NsjiwfwCf34BRH0et3Qca/vilRbLYyYaGdmFQwl7dLwqjvFqMXPvB3dQgySZQ==",
  "canvas@4.0.0-rc3":
    "qFyT+0P7f1+kWf8L0oNXHXqkIfwMix/NkP6zfrgPl84PlBeODMTPsVeDoLI3zIyWdqgFud+6TCdk/eRH0ODO/w==",
  "sha1@1.1.1": "dZBS6OrMjtgVkopB1Gmo4RQCDKiZsqcpAQpkV/aaj+FCrCg8r4I4qMkDPQjBgLIxlmu9k4nUbWq6ohXahOneYA==",
  "charenc@0.0.2": "yrLQ/yVUFXkzg7EDQsPieE/53+0RlaWTs+wBrvW36cyilJ2SaDWfl4Yj7MtLTXleV9uEKefbAGUPv2/iWSooRA==",
  "crypt@0.0.2": "mCxBlsHFYh9C+HVpiEacem8FEBnMXgU9gy4zmNC+SXAZNB/1idgp/aulFJ4FgCi7GPEVbfyng092GqL2k2rmow==",
  "short-uuid@4.2.2":
    "IE7hDSGV2U/VZoCsjctKX6l5t5ak2jE0+aeGJi3KtvjIUNuZVmHVYUjNBhmo369FIWGDtaieRaO8A83Lvwfpqw==",
  "any-base@1.1.0":
    "uMgjozySS8adZZYePpaWs8cxB9/kdzmpX6SgJZ+wbz1K5eYk5QMYDVJaZKhxyIHUdnnJkfR7SVgStgH7LkGUyg==",
  "uuid@8.3.2": "+NYs2QeMWy+GWFOEm9xnn6HCDp0l7QBD7ml8zLUmJ+93Q5NF0NocErnwkTkXVFNiX3/fpC6afS8Dhb/gz7R7eg==",
  "dotenv@16.6.1": "uBq4egWHTcTt33a72vpSG0z3HnPuIl6NqYcTrKEg2azoEyl2hpW0zqlxysq2pK9HlDIHyHyakeYaYnSAwd8bow==",
  "gif-encoder-2@1.0.5":
    "fsRAKbZuUoZ7FYGjpFElmflTkKwsn/CzAmL/xDl4558aTAgysIDCUF6AXWO8dmai/ApfZACbPVAM+vPezJXlFg==",
};

/** Compiled builds of `canvas`, by system and processor. */
const compiled: Record<string, Record<string, string>> = {
  "linux-x64": {
    "canvas-linux-x64-gnu@4.0.0-rc3":
      "Iib2UBYr2ZGzdVg0Gw+1YzTMbzidXTTwyQVLZiuxLVwS0oLsYFEJwuQBlLMwgucGbwB0l7C5zxq8VgkKHnO0xQ==",
  },
};

/** The services that the published engine expects around it. */
const standIns = {
  "aws-sdk": import.meta.resolve("./bucket.ts"),
  bull: import.meta.resolve("./queue.ts"),
};

/**
 * Fetches the engine from npm's registry into a folder of this run, from which it can be required. Prints a line and
 * returns undefined if it is unavailable.
 *
 * @throws Error if an archive does not match its checksum
 */
export async function fetchHashlips(stops: Stops): Promise<string | undefined> {
  const canvas = compiled[`${process.platform}-${process.arch}`];
  if (canvas === undefined) return leaveOut(`no canvas is known for ${process.platform} on ${process.arch}`);
  const checksums: Record<string, string> = { ...packages, ...canvas };
  const folder = await temporaryFolder(stops);
  const packed = await pack(Object.keys(checksums), folder);
  if (packed === undefined) return undefined;
  const modules = join(folder, "node_modules");
  await mkdir(modules);
  for (const { id, name, filename } of packed)
    await unpack(join(folder, filename), checksums[id], join(modules, name));
  for (const [name, file] of Object.entries(standIns)) {
    await mkdir(join(modules, name));
    await symlink(fileURLToPath(file), join(modules, name, "index.js"));
  }
  return folder;
}

function leaveOut(reason: string): undefined {
  printLine(`HashLips' engine is left out: ${reason}.`);
}

type Packed = { id: string; name: string; filename: string };

async function pack(names: readonly string[], folder: string): Promise<Packed[] | undefined> {
  const settings = ["--json", "--ignore-scripts", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
  try {
    const { stdout } = await run("npm", ["pack", ...names, ...settings], { cwd: folder });
    return JSON.parse(stdout);
  } catch (error) {
    const code = /npm error code (\w+)/.exec(String(error))?.[1];
    if (code === "EINTEGRITY") throw error;
    return leaveOut(`npm pack could not fetch it (${code ?? String(error)})`);
  }
}

async function unpack(archive: string, sha512: string | undefined, folder: string): Promise<void> {
  const bytes = await readFile(archive);
  if (createHash("sha512").update(bytes).digest("base64") !== sha512)
    throw new Error(`${archive} is not what was expected.`);
  await mkdir(folder);
  await run("tar", ["-xzf", archive, "-C", folder, "--strip-components=1"]);
}
