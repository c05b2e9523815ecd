import { readFile } from "node:fs/promises";

/** Holds for Linux on every architecture that Node supports. */
const TICK_MS = 10;

/**
 * Returns the milliseconds of processor time that processes and all their children have used so far; undefined if the
 * system does not report it. Unlike a rate, it does not depend on other load.
 */
export async function cpuMilliseconds(pids: readonly number[]): Promise<number | undefined> {
  const all = await Promise.all(pids.map(treeMilliseconds));
  return all.reduce<number | undefined>(
    (sum, used) => (sum === undefined || used === undefined ? undefined : sum + used),
    0,
  );
}

async function treeMilliseconds(pid: number): Promise<number | undefined> {
  const own = await ownMilliseconds(pid);
  if (own === undefined) return undefined;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const ofChildren = await Promise.all(
    children
      .trim()
      .split(" ")
      .filter(Boolean)
      .map((child) => treeMilliseconds(Number(child))),
  );
  // A child that has just ended counts as nothing until its parent notices it.
  return ofChildren.reduce<number>((sum, used) => sum + (used ?? 0), own);
}

async function ownMilliseconds(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The program's name is in parentheses and may contain anything; fields 14 to 17 are its user and system time and those of ended children.
  const fields = stat?.slice(stat.lastIndexOf(") ") + 2).split(" ");
  return fields?.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
}
