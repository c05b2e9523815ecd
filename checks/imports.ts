import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cruise, type ICruiseOptions, type IForbiddenRuleType } from "dependency-cruiser";

/**
 * Holds the import rules of ARCHITECTURE.md. A checker that reads no modules reports no violations either, so this
 * also asks for a least number of modules, and plants a violation that has to be found.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const leastModules = 80;
const planted = "server/src/platform/planted-violation.ts";

process.chdir(root);
const { options, forbidden } = JSON.parse(readFileSync("checks/dependency-cruiser.json", "utf8")) as {
  options: ICruiseOptions;
  forbidden: IForbiddenRuleType[];
};

const found = await violations();
if (found.modules < leastModules)
  fail(`only ${found.modules} modules were read, expected ${leastModules} or more`);
for (const violation of found.violations) process.stderr.write(`${violation}\n`);
if (found.violations.length > 0) fail(`${found.violations.length} imports break the rules`);

mkdirSync("server/src/platform", { recursive: true });
writeFileSync(planted, 'import "../features/catalogue/index.ts";\n');
try {
  const again = await violations();
  if (!again.violations.some((violation) => violation.includes(planted)))
    fail("a planted violation was not found");
} finally {
  rmSync(planted);
}
process.stdout.write(`Imports of ${found.modules} modules keep the rules.\n`);

async function violations(): Promise<{ modules: number; violations: string[] }> {
  const { output } = await cruise(["shared/src", "server/src", "web/src", "demo"], {
    ...options,
    validate: true,
    ruleSet: { forbidden },
  });
  if (typeof output === "string") fail("the import checker gave no result to read");
  return {
    modules: output.summary.totalCruised,
    violations: output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  };
}

function fail(reason: string): never {
  process.stderr.write(`check:imports: ${reason}\n`);
  process.exit(1);
}
