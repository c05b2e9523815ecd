import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../", import.meta.url));

/** Lists the selectors with `:hover` that also apply to touch screens, where the style would stay after a tap. */
function listTouchHovers(css: string): string[] {
  const open: string[] = [];
  return css
    .replaceAll(/\/\*.*?\*\//gs, "")
    .split(/(?<=[{};])/)
    .flatMap((part) => {
      if (part.endsWith("}")) open.pop();
      if (!part.endsWith("{")) return [];
      open.push(part.slice(0, -1).trim());
      const isGuarded = open.some((head) => head.includes("(hover: hover)"));
      return part.includes(":hover") && !isGuarded ? [part.slice(0, -1).trim()] : [];
    });
}

test("no style of a pointer applies to touch screens", () => {
  const files = globSync("**/*.css", { cwd: folder });
  const touchHovers = files.flatMap((file) =>
    listTouchHovers(readFileSync(`${folder}${file}`, "utf8")).map((selector) => `${file}: ${selector}`),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(touchHovers).toEqual([]);
});
