import { type Config, ConfigError, readConfig } from "../../platform/config/config.ts";
import { findRunningDatabase } from "../../platform/embedded/database.ts";
import type { Output, StandaloneCommand } from "../command.ts";
import {
  checkClock,
  checkDatabase,
  checkProxies,
  checkReplica,
  checkSchema,
} from "./database-checks.data.ts";
import { type Finding, fail, ok, runCheck } from "./findings.ts";
import {
  checkDisk,
  checkLoginProvider,
  checkMail,
  checkMasters,
  checkNetwork,
  checkStorage,
} from "./service-checks.ts";

/** Checks everything that a start needs, concurrently and each with a time limit. Changes nothing. */
export const doctor: StandaloneCommand = {
  name: "doctor",
  usage: "doctor",
  summary: "Check configuration, database, storage, mail, masters, login provider, chains, clock and disk.",
  options: {},
  async runAlone(environment, _, output) {
    const config = readConfigOf(environment);
    const findings = Array.isArray(config) ? config : await examineSite(config);
    for (const finding of findings) printFinding(finding, output);
    return findings.some(({ level }) => level === "fail") ? 1 : 0;
  },
};

/** Returns the configuration, or what is wrong with it. */
function readConfigOf(environment: Record<string, string | undefined>): Config | Finding[] {
  try {
    return readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split("\n").map((problem) => fail("configuration", problem));
  }
}

async function examineSite(config: Config): Promise<Finding[]> {
  const { database, dataDir, chains } = config;
  const url =
    database.directUrl ?? database.url ?? (await findRunningDatabase(dataDir).catch(() => undefined));
  const checks: [string, () => Promise<readonly Finding[]>][] = [
    ["configuration", async () => [ok("configuration", "all variables are valid")]],
  ];
  if (url === undefined)
    checks.push(["database", async () => [ok("database", "embedded; it starts with the program")]]);
  else
    checks.push(
      ["database", () => checkDatabase(url, config)],
      ["migrations", () => checkSchema(url)],
      ["clock", () => checkClock(url)],
      ["proxy", () => checkProxies(url, config)],
    );
  const { replicaUrl } = database;
  if (replicaUrl !== undefined) checks.push(["replica", () => checkReplica(replicaUrl)]);
  checks.push(["storage", () => checkStorage(config)], ["mail", () => checkMail(config)]);
  checks.push(["masters", () => checkMasters(config)]);
  const { oidc } = config.social;
  if (oidc !== undefined) checks.push(["login", () => checkLoginProvider(oidc)]);
  const { operatorKey } = chains;
  if (operatorKey !== undefined)
    for (const network of chains.networks)
      checks.push([`chain ${network.name}`, () => checkNetwork(network, operatorKey)]);
  checks.push(["disk", () => checkDisk(config)]);
  return (await Promise.all(checks.map(([part, check]) => runCheck(part, check)))).flat();
}

function printFinding({ level, part, text }: Finding, output: Output): void {
  output.print(`${level.padEnd(4)}  ${part.padEnd(13)}  ${text}`);
}
