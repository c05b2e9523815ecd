/** Generates the contract bindings (`npm run contracts`). Running the program needs no compiler. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bindingOf, compileContracts, contractNames } from "./compile.ts";

const { artifacts, input } = compileContracts();
const pathOf = (file: string) => fileURLToPath(new URL(`generated/${file}`, import.meta.url));
for (const name of contractNames) writeFileSync(pathOf(`${name}.ts`), bindingOf(name, artifacts[name]));
writeFileSync(pathOf("standard-json.json"), `${JSON.stringify(input, null, 2)}\n`);
