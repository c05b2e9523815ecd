import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cruise, type ICruiseOptions, type IForbiddenRuleType } from "dependency-cruiser";

/**
 * Checks the import rules of ARCHITECTURE.md. A checker that reads no modules reports no violations either, so this
 * also requires a minimum number of modules, and plants a violation that must be found.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const MIN_MODULES = 80;
const planted = "server/src/platform/planted-violation.ts";

process.chdir(root);
const { options, forbidden } = JSON.parse(readFileSync("checks/dependency-cruiser.json", "utf8")) as {
  options: ICruiseOptions;
  forbidden: IForbiddenRuleType[];
};

writeFileSync(planted, 'import "../features/catalogue/index.ts";\n');
const result = await listViolations().finally(() => rmSync(planted));
if (result.modules < MIN_MODULES)
  fail(`only ${result.modules} modules were read, expected ${MIN_MODULES} or more`);
const violations = result.violations.filter((violation) => !violation.includes(planted));
if (violations.length === result.violations.length) fail("a planted violation was not found");
for (const violation of violations) process.stderr.write(`${violation}\n`);
if (violations.length > 0) fail(`${violations.length} imports break the rules`);
process.stdout.write(`Imports of ${result.modules - 1} modules keep the rules.\n`);

async function listViolations(): Promise<{ modules: number; violations: string[] }> {
  const { output } = await cruise(["shared/src", "server/src", "web/src", "demo", "e2e"], {
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
