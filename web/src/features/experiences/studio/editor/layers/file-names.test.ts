import { expect, test } from "vitest";
import { freeName, nameFromFile, slotFromFile } from "./file-names.ts";

const named = (file: string, ...usedNames: string[]) => nameFromFile(file, new Set(usedNames), "Picture");

test.each([
  ["04_two-sails@2x.PNG", "Two sails"],
  ["lighthouse (1).png", "Lighthouse"],
  ["slot-3-rowingBoat.final.jpeg", "Rowing Boat"],
  ["niño_azul.png", "Niño azul"],
  ["Hour 04.17.png", "Hour 04 17"],
  ["0042.png", "Picture"],
  [".png", "Picture"],
])("%s becomes “%s”", (file, name) => {
  expect(named(file)).toBe(name);
});

test("adds a number to a name that is taken", () => {
  expect(named("sea.png", "Sea", "Sea 2")).toBe("Sea 3");
});

test("increments the number of a copied name", () => {
  expect(freeName("Sea 2", new Set(["Sea", "Sea 2"]))).toBe("Sea 3");
});

test.each([
  ["slot-3-rowingBoat.png", 3],
  ["Slot 9.png", 9],
  ["slot_12.png", undefined],
  ["04_two-sails.png", undefined],
])("%s goes into slot %s", (file, slot) => {
  expect(slotFromFile(file)).toBe(slot);
});

test("truncates a name to the server's limit", () => {
  expect(named(`${"sea ".repeat(40)}.png`).length).toBeLessThanOrEqual(80);
});
