import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { BackupError } from "./backup-error.ts";
import { FORMAT, type Manifest, manifest, type SiteKeys, siteKeys } from "./manifest.ts";
import { createDataKey, type DataKey, hideName, lockedKey, seal, unlockDataKey, unseal } from "./sealing.ts";
import type { BackupTarget } from "./targets/target.ts";

/** `repository.json`, the only object in plain text. */
const header = z.object({ format: z.number(), ...lockedKey.shape });
const HEADER_PATH = "repository.json";
const BACKUPS = "backups/";
const FILES = "files/";

/**
 * The backups in a target: `backups/ID/…` with the manifest, the parts of the database, the list of files and the keys of
 * each, and `files/…`, which all of them share. Everything is encrypted; the names of files disclose nothing.
 */
export type Repository = {
  target: BackupTarget;
  /** Stores a part of a backup. */
  write(id: string, name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** @throws BackupError if it is missing */
  read(id: string, name: string): Promise<AsyncIterable<Uint8Array>>;
  /** Returns the path of a stored file in the target. */
  filePath(key: string): string;
  writeFile(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined if it is missing. */
  readFile(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Returns the encrypted sizes of all files by their path. */
  listFiles(): Promise<Map<string, number>>;
};

/** Opens the repository of a target. @throws BackupError for another passphrase, or if there is none */
export async function openRepository(target: BackupTarget, passphrase: string): Promise<Repository> {
  const locked = await readHeader(target);
  if (locked === undefined) throw new BackupError(`There are no backups in ${target.label}.`);
  const dataKey = await unlockDataKey(passphrase, locked);
  if (dataKey === undefined)
    throw new BackupError(`BACKUP_PASSPHRASE is not the passphrase of the backups in ${target.label}.`);
  return createRepository(target, dataKey);
}

/** Opens the repository of a target, and creates it if there is none. `cost` is for tests. */
export async function prepareRepository(
  target: BackupTarget,
  passphrase: string,
  cost?: Parameters<typeof createDataKey>[1],
): Promise<Repository> {
  if ((await readHeader(target)) !== undefined) return openRepository(target, passphrase);
  for await (const { path } of target.list(BACKUPS))
    throw new BackupError(`${HEADER_PATH} is missing in ${target.label}, but ${path} is there.`);
  const { dataKey, locked } = await createDataKey(passphrase, cost);
  const content = `${JSON.stringify({ format: FORMAT, ...locked }, undefined, 2)}\n`;
  await target.put(HEADER_PATH, Readable.from([Buffer.from(content)]));
  return createRepository(target, dataKey);
}

async function readHeader(target: BackupTarget): Promise<z.output<typeof header> | undefined> {
  const stored = await target.read(HEADER_PATH);
  if (stored === undefined) return undefined;
  const parsed = header.safeParse(parseJson(await text(stored)));
  if (!parsed.success) throw new BackupError(`${HEADER_PATH} in ${target.label} is damaged.`);
  if (parsed.data.format !== FORMAT)
    throw new BackupError(`The backups in ${target.label} were made by a newer version of the program.`);
  return parsed.data;
}

function createRepository(target: BackupTarget, dataKey: DataKey): Repository {
  const filePath = (key: string) => {
    const name = hideName(dataKey, key);
    return `${FILES}${name.slice(0, 2)}/${name}`;
  };
  return {
    target,
    filePath,
    write: (id, name, content) => target.put(pathOf(id, name), seal(dataKey, purposeOf(id, name), content)),
    async read(id, name) {
      const stored = await target.read(pathOf(id, name));
      if (stored === undefined) throw new BackupError(`The backup ${id} is damaged: ${name} is missing.`);
      return unseal(dataKey, purposeOf(id, name), stored);
    },
    writeFile: (key, content) => target.put(filePath(key), seal(dataKey, key, content)),
    async readFile(key) {
      const stored = await target.read(filePath(key));
      return stored === undefined ? undefined : unseal(dataKey, key, stored);
    },
    async listFiles() {
      const sizes = new Map<string, number>();
      for await (const { path, size } of target.list(FILES)) sizes.set(path, size);
      return sizes;
    },
  };
}

const pathOf = (id: string, name: string) => `${BACKUPS}${id}/${name}`;
const purposeOf = (id: string, name: string) => `${id}/${name}`;

const MANIFEST = "manifest";
const KEYS = "keys";

/** The ids of all backups, the newest first. Incomplete ones have no manifest. */
export async function listBackupIds({
  target,
}: Pick<Repository, "target">): Promise<{ complete: string[]; incomplete: string[] }> {
  const isComplete = new Map<string, boolean>();
  for await (const { path } of target.list(BACKUPS)) {
    const [, id = "", name] = path.split("/");
    isComplete.set(id, isComplete.get(id) === true || name === MANIFEST);
  }
  const ids = [...isComplete.keys()].sort().reverse();
  return {
    complete: ids.filter((id) => isComplete.get(id)),
    incomplete: ids.filter((id) => !isComplete.get(id)),
  };
}

/** Returns the manifest of a backup, or of the newest complete one. @throws BackupError if there is none */
export async function readManifest(repository: Repository, id?: string): Promise<Manifest> {
  const { complete } = await listBackupIds(repository);
  const found = id === undefined ? complete[0] : complete.find((listed) => listed === id);
  if (found === undefined)
    throw new BackupError(
      `There is no complete backup${id === undefined ? "" : ` ${id}`} in ${repository.target.label}.`,
    );
  const parsed = manifest.safeParse(parseJson(await text(await repository.read(found, MANIFEST))));
  if (!parsed.success) throw new BackupError(`The manifest of ${found} cannot be read by this version.`);
  return parsed.data;
}

/** Completes a backup. */
export async function writeManifest(repository: Repository, content: Manifest): Promise<void> {
  await repository.write(content.id, MANIFEST, jsonSource(content));
}

export async function writeKeys(repository: Repository, id: string, keys: SiteKeys): Promise<void> {
  await repository.write(id, KEYS, jsonSource(keys));
}

export async function readKeys(repository: Repository, id: string): Promise<SiteKeys> {
  return siteKeys.parse(parseJson(await text(await repository.read(id, KEYS))));
}

/** Deletes a backup except its files. It is incomplete from the first step on. */
export async function deleteBackup({ target }: Repository, id: string): Promise<void> {
  await target.delete(pathOf(id, MANIFEST));
  const paths: string[] = [];
  for await (const { path } of target.list(pathOf(id, ""))) paths.push(path);
  for (const path of paths) await target.delete(path);
}

function jsonSource(value: unknown): Readable {
  return Readable.from([Buffer.from(JSON.stringify(value))]);
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
