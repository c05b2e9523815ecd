import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { beforeAll, expect, test } from "vitest";
import { kindsByFile, type PageKind, pageKinds } from "../page-kinds.ts";
import routes from "./routes.ts";

/** The limits of docs/decisions/0007-first-load.md: bytes of script in gzip, and files of styles. */
const limits: Readonly<Record<PageKind, { script: number; styles: number }>> = {
  public: { script: 160 * 1024, styles: 1 },
  entry: { script: 161_000, styles: 1 },
  embeds: { script: 160 * 1024, styles: 2 },
  members: { script: 232_000, styles: 2 },
  studio: { script: 280_000, styles: 4 },
  administration: { script: 256_000, styles: 5 },
};

type Listed = { parentId?: string; module: string; imports: string[]; css?: string[] };
type Manifest = { entry: { module: string; imports: string[] }; routes: Record<string, Listed> };
type Page = { id: string; kind: PageKind; script: string[]; styles: string[] };

const folder = fileURLToPath(new URL("../build/client", import.meta.url));
const find = (name: string) => globSync(`assets/${name}`, { cwd: folder }).map((file) => `/${file}`);

let pages: Page[];
beforeAll(() => {
  const [manifest = ""] = find("manifest-*.js");
  if (manifest === "") throw new Error("Build the site first: npm run build");
  const [, json = ""] =
    /window\.__reactRouterManifest=(.*);for/.exec(readFileSync(`${folder}${manifest}`, "utf8")) ?? [];
  const { entry, routes: listed } = JSON.parse(json) as Manifest;
  pages = listRoutes(routes).map(({ id, file }) => {
    const chain = listChain(listed, id);
    const script = [manifest, entry, ...chain].flatMap((part) =>
      typeof part === "string" ? part : [part.module, ...part.imports],
    );
    const styles = chain.flatMap(({ css = [] }) => css.map((name) => name.replace("#", "")));
    return {
      id,
      kind: kindsByFile.get(file) ?? "public",
      script: [...new Set(script)],
      styles: [...new Set([...find("app-*.css"), ...styles])],
    };
  });
});

function listRoutes(entries: readonly RouteConfigEntry[]): { id: string; file: string }[] {
  return entries.flatMap(({ id = "", file, children = [] }) => [{ id, file }, ...listRoutes(children)]);
}

/** Returns a route and those around it. */
function listChain(listed: Record<string, Listed>, id: string | undefined): Listed[] {
  const route = listed[id ?? ""];
  return route === undefined ? [] : [route, ...listChain(listed, route.parentId)];
}

/** Returns the bytes that the server sends; it sends small files as they are. */
function measure(file: string): number {
  const compressed = `${folder}${file}.gz`;
  return statSync(existsSync(compressed) ? compressed : `${folder}${file}`).size;
}

test.each(pageKinds)("pages of the kind %s load no more script and styles than their limit", (kind) => {
  const own = pages.filter((page) => page.kind === kind);
  expect(own.length).toBeGreaterThan(2);
  for (const { id, script, styles } of own) {
    expect(
      script.map(measure).reduce((sum, size) => sum + size, 0),
      id,
    ).toBeLessThanOrEqual(limits[kind].script);
    expect(styles.length, `${id}: ${styles.join(" ")}`).toBeLessThanOrEqual(limits[kind].styles);
  }
});

test("pages load no files that only pages of a later kind share", () => {
  const shared = /^\/assets\/(?:some-)?(studio|administration)-[\w-]{7}\.js$/;
  const laterThan = (kind: PageKind, file: string) =>
    pageKinds.indexOf((shared.exec(file)?.[1] ?? "public") as PageKind) > pageKinds.indexOf(kind);
  const files = pages.flatMap(({ script }) => script);
  expect(new Set(files.filter((file) => shared.test(file))).size).toBeGreaterThan(1);
  for (const { id, kind, script } of pages)
    expect(
      script.filter((file) => laterThan(kind, file)),
      id,
    ).toEqual([]);
});
