import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { bindingOf, compileContracts, contractNames } from "./compile.ts";
import { runForge } from "./forge.ts";

const generated = (file: string) => readFile(new URL(`generated/${file}`, import.meta.url), "utf8");

test("the committed bindings equal a fresh compilation byte for byte", async () => {
  const { artifacts, input } = compileContracts();
  for (const name of contractNames)
    expect(await generated(`${name}.ts`), name).toBe(bindingOf(name, artifacts[name]));
  expect(JSON.parse(await generated("standard-json.json"))).toEqual(input);
});

test("the contracts pass their unit, fuzz and invariant tests", async () => {
  const { passed, output } = await runForge("test");
  expect(passed, output).toBe(true);
  expect(Number(/(\d+) tests passed, 0 failed, 0 skipped/.exec(output)?.[1])).toBeGreaterThanOrEqual(38);
});
