import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "../config/config.ts";
import { getErrorCode } from "../storage/spool.ts";
import { BackupError } from "./backup-error.ts";
import type { SiteKeys } from "./manifest.ts";

type KeyConfig = Pick<Config, "secretKey" | "previousSecretKeys" | "chains" | "dataDir">;

/** File in which a preview keeps the keys that are not configured. */
const keyFiles = {
  SECRET_KEY: (dataDir: string) => join(dataDir, "secret.key"),
  OPERATOR_KEY: (dataDir: string) => join(dataDir, "chain", "operator.key"),
} as const;

/** Reads the keys of this site from the configuration or the data directory. @throws BackupError without SECRET_KEY */
export async function readSiteKeys(config: KeyConfig): Promise<SiteKeys> {
  const { SECRET_KEY, ...others } = await findSiteKeys(config);
  if (SECRET_KEY === undefined)
    throw new BackupError(
      `SECRET_KEY is not set, and ${keyFiles.SECRET_KEY(config.dataDir)} does not exist. Run the command with the program's environment.`,
    );
  return { SECRET_KEY, ...others };
}

/** Returns the keys that are configured or in the data directory. */
async function findSiteKeys(config: KeyConfig): Promise<Partial<SiteKeys>> {
  const { secretKey, previousSecretKeys, chains, dataDir } = config;
  const SECRET_KEY = secretKey ?? (await readKeyFile(keyFiles.SECRET_KEY(dataDir)));
  const OPERATOR_KEY = chains.operatorKey ?? (await readKeyFile(keyFiles.OPERATOR_KEY(dataDir)));
  return {
    ...(SECRET_KEY === undefined ? {} : { SECRET_KEY }),
    ...(previousSecretKeys.length === 0 ? {} : { SECRET_KEY_PREVIOUS: previousSecretKeys.join(",") }),
    ...(OPERATOR_KEY === undefined ? {} : { OPERATOR_KEY }),
  };
}

async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Stores the keys of a backup that this site does not have yet, in the data directory of a preview. Returns the names of
 * the keys that the operator has to configure.
 * @throws BackupError if this site has another key
 */
export async function installSiteKeys(config: KeyConfig, keys: SiteKeys): Promise<string[]> {
  const own = await findSiteKeys(config);
  for (const name of ["SECRET_KEY", "OPERATOR_KEY"] as const)
    if (own[name] !== undefined && keys[name] !== undefined && own[name] !== keys[name])
      throw new BackupError(describeOtherKey(name, config));
  if (own.SECRET_KEY === undefined) await writeKeyFile(keyFiles.SECRET_KEY(config.dataDir), keys.SECRET_KEY);
  const isPreviousUnset = keys.SECRET_KEY_PREVIOUS !== undefined && own.SECRET_KEY_PREVIOUS === undefined;
  const unset = isPreviousUnset ? ["SECRET_KEY_PREVIOUS"] : [];
  if (own.OPERATOR_KEY !== undefined || keys.OPERATOR_KEY === undefined) return unset;
  if (!config.chains.local) return [...unset, "OPERATOR_KEY"];
  await writeKeyFile(keyFiles.OPERATOR_KEY(config.dataDir), keys.OPERATOR_KEY);
  return unset;
}

function describeOtherKey(name: keyof typeof keyFiles, { secretKey, chains, dataDir }: KeyConfig): string {
  const configured = name === "SECRET_KEY" ? secretKey : chains.operatorKey;
  return configured === undefined
    ? `${keyFiles[name](dataDir)} holds another key than the backup. Move the file away; the restore writes the key of the backup.`
    : `${name} is not the key of this backup. “npm run wrapsody -- restore --print-keys” prints it.`;
}

async function writeKeyFile(path: string, key: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, `${key}\n`, { mode: 0o600, flush: true, flag: "wx" });
}
