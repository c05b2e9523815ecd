import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { cutFonts } from "./fonts.ts";

/** Builds the site, unless the build that is there was made from these very sources. */
const here = fileURLToPath(new URL(".", import.meta.url));
const stampFile = `${here}build/stamp`;
const stamp = stampOf([
  ...globSync(["src/**/*", "public/**/*", "*.{ts,json}"], { cwd: here }).map((path) => `${here}${path}`),
  ...globSync("../shared/src/**/*.ts", { cwd: here }).map((path) => `${here}${path}`),
  `${here}../package-lock.json`,
]);

if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) {
  await cutFonts(`${here}.fonts`);
  execFileSync("react-router", ["build"], { cwd: here, stdio: ["ignore", "ignore", "inherit"] });
  // Pages that the server writes without the site load them from addresses that no build changes.
  cpSync(`${here}.fonts`, `${here}build/client/fonts`, { recursive: true });
  for (const path of globSync("build/client/assets/manifest-*.js", { cwd: here }))
    shortenManifest(`${here}${path}`);
  for (const path of globSync("build/client/**/*.{js,css,svg,json,txt}", { cwd: here }))
    compressFile(`${here}${path}`);
  writeFileSync(stampFile, stamp);
}

function stampOf(files: string[]): string {
  const hash = createHash("sha256");
  for (const file of files.sort()) {
    const content = readIfFile(file);
    if (content !== undefined) hash.update(file.slice(here.length)).update("\0").update(content).update("\0");
  }
  return hash.digest("hex");
}

function readIfFile(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Every page loads the list of all routes. Leaves out what a route does not have, the files that the routes around it
 * have loaded already, what the browser never reads, and the ids, which are the keys of the list and are added there.
 */
function shortenManifest(path: string): void {
  const assigned = "window.__reactRouterManifest=";
  const [, json] = readFileSync(path, "utf8").split(assigned);
  const manifest = JSON.parse((json ?? "").replace(/;\s*$/, ""));
  const { routes } = manifest as { routes: Record<string, Listed> };
  const listed = Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [id, shortenRoute(routes, route)]),
  );
  const addIds = "for(let[i,r]of Object.entries(window.__reactRouterManifest.routes))r.id=i;";
  writeFileSync(path, `${assigned}${JSON.stringify({ ...manifest, routes: listed })};${addIds}`);
}

type Listed = {
  id?: string;
  parentId?: string;
  hasDefaultExport: boolean;
  module: string;
  imports: string[];
  css?: string[];
};

function shortenRoute(routes: Record<string, Listed>, route: Listed): Record<string, unknown> {
  const loaded = new Set<string>();
  for (let at = routes[route.parentId ?? ""]; at !== undefined; at = routes[at.parentId ?? ""])
    for (const file of [at.module, ...at.imports, ...(at.css ?? [])]) loaded.add(file);
  const imports = route.imports.filter((file) => !loaded.has(file));
  const css = route.css?.filter((file) => !loaded.has(file)) ?? [];
  const { id, hasDefaultExport, ...rest } = route;
  const all: Record<string, unknown> = { ...rest, imports, css: css.length > 0 && css };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== false));
}

/** Compressed once here, so that no request pays for it. */
function compressFile(path: string): void {
  const content = readFileSync(path);
  if (content.length < 1_000) return;
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
}
