import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Requires every relative link in a Markdown file to lead to a file of the repository. */
process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.md"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && existsSync(file));
const broken = files.flatMap((file) => brokenLinks(file, readFileSync(file, "utf8")));
if (brokenLinks("README.md", "[a planted link](no/such/file.md)").length !== 1)
  fail("a planted broken link was not found");
for (const link of broken) process.stderr.write(`${link}\n`);
if (broken.length > 0) fail(`${broken.length} links lead nowhere`);
process.stdout.write(`Links of ${files.length} documents lead to files.\n`);

function brokenLinks(file: string, text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !existsSync(join(dirname(file), target)))
    .map((target) => `${file}: ${target}`);
}

function fail(reason: string): never {
  process.stderr.write(`check:docs: ${reason}\n`);
  process.exit(1);
}
