import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import type { Route } from "./+types/social";
import { ComingSoon } from "./coming-soon.tsx";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.soon.social.title"), language);
}

export default function SocialPage() {
  return <ComingSoon name="social" />;
}
