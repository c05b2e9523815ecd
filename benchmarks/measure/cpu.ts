import { readFile } from "node:fs/promises";

/** Of Linux, on every architecture that Node runs on. */
const millisecondsOfTick = 10;

/**
 * Milliseconds of processor time that processes and all their children have used so far; undefined where the system
 * does not tell it. Unlike a rate it does not depend on what else the machine is doing.
 */
export async function cpuMilliseconds(pids: readonly number[]): Promise<number | undefined> {
  const all = await Promise.all(pids.map(treeMilliseconds));
  return all.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  );
}

async function treeMilliseconds(pid: number): Promise<number | undefined> {
  const own = await ownMilliseconds(pid);
  if (own === undefined) return undefined;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const below = await Promise.all(
    children
      .trim()
      .split(" ")
      .filter(Boolean)
      .map((child) => treeMilliseconds(Number(child))),
  );
  // A child that has just ended counts as nothing.
  return below.reduce<number>((sum, one) => sum + (one ?? 0), own);
}

async function ownMilliseconds(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The program's name stands in parentheses and may hold anything; user and system time are fields 14 and 15.
  const fields = stat?.slice(stat.lastIndexOf(") ") + 2).split(" ");
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) * millisecondsOfTick;
}
