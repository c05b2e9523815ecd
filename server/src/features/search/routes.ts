import {
  getSearch,
  type SearchAnswer,
  type SearchKind,
  searchKinds,
} from "@wrapsody/shared/catalogue/search.ts";
import { type Route, route } from "../../platform/api/routing.ts";
import type { Context } from "../../platform/context.ts";
import { type CatalogueKind, resolveText, searchCatalogue } from "../catalogue/index.ts";
import { findExperiences } from "../experiences/index.ts";

/** Returns the route of the search over all features. */
export function searchRoutes(context: Context): Route[] {
  return [route(getSearch, ({ query }) => searchSite(context, query))];
}

/** Returns the found groups. An empty text finds nothing. */
async function searchSite(
  { replica }: Context,
  { q, kind, limit, offset }: { q: string; kind?: SearchKind | undefined; limit: number; offset: number },
): Promise<SearchAnswer> {
  const page = { limit, offset };
  const kinds: readonly SearchKind[] = kind === undefined ? searchKinds : [kind];
  const query = q === "" ? undefined : await resolveText(replica, q);
  const [catalogue, experiences] = await Promise.all([
    searchCatalogue(replica, { text: q, query, page, kinds: kinds.filter(isCatalogueKind) }),
    kinds.includes("experiences") && query !== undefined
      ? findExperiences(replica, query, page)
      : { data: [], total: 0 },
  ]);
  return { ...catalogue, ...(kinds.includes("experiences") ? { experiences } : {}) };
}

function isCatalogueKind(kind: SearchKind): kind is CatalogueKind {
  return kind !== "experiences";
}
