import type { OwnPhase } from "@wrapsody/shared/experiences/phases.ts";
import { describe, expect, it } from "vitest";
import { describeRows, lastNewRow, listRows, type PhaseRow } from "./phase-rows.ts";

const phase = (id: number, taken = 0): OwnPhase => ({
  id,
  name: `Phase ${id}`,
  starts_at: "2027-06-04T16:00:00.000Z",
  ends_at: null,
  price: 8,
  spots: null,
  taken,
  waiting: 0,
  audience: "EVERYONE",
  experience: null,
  reward_id: null,
  entries: [],
});
const newRow = (number: number): PhaseRow => ({ key: `new${number}`, saved: undefined });
const keysOf = (rows: readonly PhaseRow[]) => rows.map(({ key }) => key);

describe("the rows of a draft of phases", () => {
  it("are the saved phases if nothing was added or removed", () => {
    const saved = [phase(4), phase(7)];
    expect(listRows(saved)).toEqual([
      { key: "4", saved: saved[0] },
      { key: "7", saved: saved[1] },
    ]);
    expect(describeRows(saved, listRows(saved))).toBe("");
  });

  it("are restored with what was added and removed", () => {
    const saved = [phase(4), phase(7)];
    const [first] = listRows(saved);
    const rows = [...(first === undefined ? [] : [first]), newRow(1), newRow(3)];
    expect(listRows(saved, describeRows(saved, rows))).toEqual(rows);
    expect(lastNewRow(rows)).toBe(3);
  });

  it("include phases that were saved elsewhere since, and none that were removed there", () => {
    const stored = describeRows([phase(4), phase(7)], [{ key: "4", saved: phase(4) }, newRow(1)]);
    expect(keysOf(listRows([phase(7), phase(9)], stored))).toEqual(["9", "new1"]);
  });

  it("keep a phase of which spots were taken since it was removed", () => {
    expect(keysOf(listRows([phase(7, 2)], "-7"))).toEqual(["7"]);
  });

  it.each(["", "new", "-", "7 8", "new1x"])("ignore the stored text “%s”", (stored) => {
    expect(keysOf(listRows([phase(7)], stored))).toEqual(["7"]);
  });
});
