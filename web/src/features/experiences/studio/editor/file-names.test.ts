import { expect, test } from "vitest";
import { nameFromFile } from "./file-names.ts";

const named = (file: string, ...taken: string[]) => nameFromFile(file, new Set(taken), "Picture");

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

test("a name that is taken gets a number", () => {
  expect(named("sea.png", "Sea", "Sea 2")).toBe("Sea 3");
});

test("a long name is cut to what the server takes", () => {
  expect(named(`${"sea ".repeat(40)}.png`).length).toBeLessThanOrEqual(80);
});
