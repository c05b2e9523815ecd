import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Rolldown } from "vite";
import routes from "./src/routes.ts";

/** Kinds of pages. Pages share the files of their kind and of those before it. */
export const pageKinds = ["public", "entry", "embeds", "members", "studio", "administration"] as const;
export type PageKind = (typeof pageKinds)[number];

/** The layouts whose pages are of a kind. A layout within that of the administration is the studio's. */
const layouts: readonly (readonly [file: RegExp, kind: PageKind])[] = [
  [/authenticated-layout/, "members"],
  [/studio-layout/, "studio"],
  [/admin-layout/, "administration"],
];
/** The folders of pages without a layout. Pages of other folders are for fans, with or without a session. */
const folders: readonly (readonly [folder: RegExp, kind: PageKind])[] = [
  [
    /catalogue\/(album|artist|charts|home|tag|wraps?)\/|experiences\/(artworks|experience|list|participants)\//,
    "public",
  ],
  [/accounts\/|search\/|shell\/legal\//, "entry"],
  [/\/embed\//, "embeds"],
];
const findKind = (kinds: typeof folders, file: string) => kinds.find(([pattern]) => pattern.test(file))?.[1];

/** The kind of each page, by its file in `src`. */
export const kindsByFile: ReadonlyMap<string, PageKind> = new Map(
  // A layout that two kinds use is of the first.
  listKinds(routes).reverse(),
);

function listKinds(
  entries: readonly RouteConfigEntry[],
  around?: PageKind,
): [file: string, kind: PageKind][] {
  return entries.flatMap(({ file, children = [] }) => {
    const layout = around === "administration" ? around : (findKind(layouts, file) ?? around);
    return [[file, layout ?? findKind(folders, file) ?? "members"], ...listKinds(children, layout)];
  });
}

export type GroupContext = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** As many pages of a kind as share a module of its file. Other modules that pages of later kinds use, too, are in another one. */
const MIN_PAGES = 3;

/**
 * Names the file of a module that several pages share: that of the first kind of pages that use it, so that no page loads
 * what only later kinds use. Public pages have groups of their own.
 */
export function nameSharedFile(id: string, context: GroupContext): string | null {
  const counts = countPages(id, context);
  const kind = pageKinds.find((kind) => counts.has(kind));
  if (kind === undefined || kind === "public") return null;
  if ((counts.get(kind) ?? 0) >= MIN_PAGES) return kind;
  return counts.size > 1 ? `some-${kind}` : null;
}

/**
 * Names the file of styles of the first kind of pages that use them. Styles of a single page of the studio or the administration are
 * apart, unless the page is the layout of others.
 */
export function nameStyles(id: string, context: GroupContext): string | null {
  const counts = countPages(id, context);
  const kind = pageKinds.find((kind) => counts.has(kind));
  if (kind === undefined || kind === "public" || kind === "entry") return null;
  const isShared = counts.size > 1 || counts.get(kind) !== 1 || id.endsWith("-layout.css");
  return isShared || kind === "embeds" || kind === "members" ? `${kind}-styles` : null;
}

const counted = new Map<string, Map<PageKind, number>>();

/** Counts the pages that import a module, by their kind. What a page loads later does not count. Groups ask again for each module. */
function countPages(id: string, context: GroupContext): Map<PageKind, number> {
  const known = counted.get(id);
  if (known !== undefined) return known;
  const counts = new Map<PageKind, number>();
  const users = new Set([id]);
  for (const user of users) {
    const kind = findPageKind(user);
    if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    for (const importer of findImporters(user, context)) users.add(importer);
  }
  counted.set(id, counts);
  return counts;
}

function findPageKind(id: string): PageKind | undefined {
  const [, file = ""] = /\/web\/src\/(.*)\?__react-router-build-client-route/.exec(id) ?? [];
  return file === "root.tsx" ? "public" : kindsByFile.get(file);
}

/** Returns the modules that import another. A module imports it through a feature's `index.ts` if it names one of its exports. */
function findImporters(id: string, context: GroupContext): string[] {
  const { importers = [] } = context.getModuleInfo(id) ?? {};
  return importers.flatMap((importer) => {
    const { code, importers: users = [] } = context.getModuleInfo(importer) ?? {};
    const names = importer.endsWith("/index.ts") ? listExports(code ?? "", id) : [];
    if (names.length === 0) return [importer];
    const named = new RegExp(`\\b(${names.join("|")})\\b`);
    return users.filter((user) => named.test(context.getModuleInfo(user)?.code ?? ""));
  });
}

/** Returns the names that an `index.ts` exports from a module. */
function listExports(code: string, id: string): string[] {
  return [...code.matchAll(/export \{([^}]*)\} from "\.\/([^"]*)"/g)]
    .filter(([, , file]) => id.endsWith(`/${file}`))
    .flatMap(([, names = ""]) => names.match(/\w+(?=\s*(?:,|$))/g) ?? []);
}
