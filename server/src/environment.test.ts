import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Prints the files of React that the site's renderer loads after the environment is prepared. */
const script = `
  await import(${JSON.stringify(pathOf("./environment.ts"))});
  const { createRequire } = await import("node:module");
  const require = createRequire(${JSON.stringify(pathOf("../../web/package.json"))});
  await import(require.resolve("react-dom/server"));
  console.log(Object.keys(require.cache).filter((file) => file.includes("/cjs/react")).join("\\n"));
`;

it.each(["development", "test", ""])(
  "pages are rendered with React's production build if NODE_ENV is %j",
  (mode) => {
    const env = { ...process.env, NODE_ENV: mode };
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      env,
      encoding: "utf8",
    });
    const files = output.trim().split("\n");
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) expect(file).toMatch(/\.production\.js$/);
  },
);

it.each(["main.ts", "cli/main.ts"])("%s prepares the environment before it loads anything else", (file) => {
  expect(readFileSync(pathOf(file), "utf8")).toMatch(
    /^import \{ environment \} from "\.{1,2}\/environment\.ts";\n/,
  );
});
