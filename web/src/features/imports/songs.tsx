import { textIn } from "../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../lib/pages/meta.ts";
import type { Route } from "./+types/songs";
import { BulkImport } from "./bulk-import.tsx";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("imports.SONGS.title"), language);
}

export default function ImportSongsPage() {
  return <BulkImport key="SONGS" kind="SONGS" />;
}
