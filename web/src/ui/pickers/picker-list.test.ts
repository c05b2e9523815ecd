import { describe, expect, it } from "vitest";
import { buildRows, findRow, targetOfKey } from "./picker-list.ts";
import type { PickerOption } from "./picker-options.ts";

const [low, high, slack]: PickerOption[] = ["Low", "High", "Slack"].map((name, index) => ({
  id: String(index + 1),
  name,
})) as [PickerOption, PickerOption, PickerOption];

type Input = Parameters<typeof buildRows>[0];
const rowsOf = (input: Partial<Input> = {}) =>
  buildRows({
    options: [low, high],
    chosen: undefined,
    none: undefined,
    isTyping: false,
    hasMore: false,
    ...input,
  });
const keysOf = (input: Partial<Input>) => rowsOf(input).map(({ key }) => key);

describe("the rows of a picker", () => {
  it.each<[string, Partial<Input>, string[]]>([
    ["are the entries", {}, ["option-1", "option-2"]],
    ["begin with no choice", { none: "All" }, ["none", "option-1", "option-2"]],
    ["end with more", { hasMore: true }, ["option-1", "option-2", "more"]],
    ["contain a chosen entry once", { chosen: high }, ["option-1", "option-2"]],
    [
      "add a chosen entry that is not among them",
      { chosen: slack, none: "All" },
      ["none", "option-3", "option-1", "option-2"],
    ],
    [
      "are the results alone while the user types",
      { chosen: slack, none: "All", isTyping: true },
      ["option-1", "option-2"],
    ],
    ["are none without results", { options: [], none: "All", isTyping: true }, []],
  ])("%s", (_, input, keys) => expect(keysOf(input)).toEqual(keys));
});

describe("the active row", () => {
  it("is the best match while the user types, and none otherwise", () => {
    expect(findRow(rowsOf(), undefined, true)?.key).toBe("option-1");
    expect(findRow(rowsOf(), undefined, false)).toBeUndefined();
  });

  const press = (key: string, active?: number, isOpen = true, modifiers = {}) => {
    const rows = rowsOf({ options: [low, high, slack] });
    const keys = { key, ctrlKey: false, metaKey: false, shiftKey: false, ...modifiers };
    const target = targetOfKey(keys, {
      rows,
      active: active === undefined ? undefined : rows[active],
      isOpen,
    });
    return findRow(rows, target, false)?.key;
  };

  it.each<[string, number | undefined, boolean, string | undefined]>([
    ["ArrowDown", undefined, false, "option-1"],
    ["ArrowUp", undefined, false, "option-3"],
    ["ArrowDown", 0, true, "option-2"],
    ["ArrowDown", 2, true, "option-1"],
    ["ArrowUp", 0, true, "option-3"],
    ["Home", 2, true, "option-1"],
    ["End", 0, true, "option-3"],
    ["PageDown", 0, true, "option-3"],
    ["PageUp", 2, true, "option-1"],
    ["Home", undefined, false, undefined],
    ["a", 1, true, undefined],
  ])("after %s from row %s (open: %s) is %s", (key, active, isOpen, expected) =>
    expect(press(key, active, isOpen)).toBe(expected),
  );

  it("stays if a modifier makes the key one of the text", () =>
    expect(press("Home", 2, true, { shiftKey: true })).toBeUndefined());
});
