import { hash } from "node:crypto";
import { DatabaseUnavailableError } from "../database/database.ts";
import { DATABASE_RETRY_SECONDS } from "../http/error-handler.ts";
import type { PageEntity } from "./page-invalidation.ts";
import type { PageRenderer } from "./page-renderer.ts";

/** A public document that is no HTML, such as a feed, and the entities whose change affects it. */
export type PublicDocument = { contentType: string; body: string; shows: readonly PageEntity[] };

/** Documents of a feature that are cached and invalidated as pages are. */
export type Documents = {
  /** `path` has no query. */
  hasDocument(path: string): boolean;
  /** Returns undefined if there is none. */
  build(path: string): Promise<PublicDocument | undefined>;
};

/** Adds documents to the pages of a renderer. A document that does not exist is the site's page for that. */
export function withDocuments(
  pages: PageRenderer,
  documents: Documents,
  always: Record<string, string>,
): PageRenderer {
  const pathOf = (url: string) => url.split("?", 1)[0] ?? url;
  return {
    hasPage: (url) => documents.hasDocument(pathOf(url)) || pages.hasPage(url),
    async render(url, language) {
      const path = pathOf(url);
      if (!documents.hasDocument(path)) return pages.render(url, language);
      const document = await documents.build(path).catch(awayOf);
      if (document === "away") {
        const headers = { ...always, "retry-after": String(DATABASE_RETRY_SECONDS) };
        return { status: 503, headers, body: Buffer.alloc(0), content: "", shows: undefined };
      }
      if (document === undefined) return pages.render(url, language);
      const { body, contentType, shows } = document;
      return {
        status: 200,
        headers: { ...always, "content-type": contentType, "access-control-allow-origin": "*" },
        body: Buffer.from(body),
        content: hash("sha1", body, "base64url"),
        shows,
      };
    },
  };
}

function awayOf(error: unknown): "away" {
  if (error instanceof DatabaseUnavailableError) return "away";
  throw error;
}
