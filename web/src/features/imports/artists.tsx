import { textIn } from "../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../lib/pages/meta.ts";
import type { Route } from "./+types/artists";
import { BulkImport } from "./bulk-import.tsx";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("imports.ARTISTS.title"), language);
}

export default function ImportArtistsPage() {
  return <BulkImport key="ARTISTS" kind="ARTISTS" />;
}
