import { expect, it } from "vitest";
import { groupByDay } from "./listened-list.tsx";

const at = (day: number, hour: number, name: string) => ({
  name,
  started_at: new Date(2026, 2, day, hour).toISOString(),
});

it("groups listens by the reader's days and keeps their order", () => {
  const listens = [at(20, 23, "e"), at(20, 0, "d"), at(19, 23, "c"), at(17, 12, "b"), at(17, 1, "a")];
  expect(
    groupByDay(listens).map(({ day, listens }) => [day, listens.map(({ name }) => name).join("")]),
  ).toEqual([
    ["2026-03-20", "ed"],
    ["2026-03-19", "c"],
    ["2026-03-17", "ba"],
  ]);
  expect(groupByDay([])).toEqual([]);
});
