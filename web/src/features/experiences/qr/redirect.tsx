import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { LoadingRows } from "../../../ui/feedback/states.tsx";
import { noReferrer } from "../../accounts/index.ts";
import type { Route } from "./+types/redirect";
import { Confirm } from "./confirm.tsx";
import { ConfirmFailed } from "./confirm-failed.tsx";
import "./qr.css";

export async function clientLoader() {
  await loadNamespaces("claims", "wallets");
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <section className="sec">
      <LoadingRows />
    </section>
  );
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("experiences.confirmOwnership"), language);
}

export function headers() {
  return noReferrer;
}

/** Target of a secure code in an artwork: `c` is the component, `s` the song, `n` the number of the artwork. */
export default function QrRedirectPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const code = codeIn(query);
  return (
    <section className="sec qr">
      <h1 className="title">{t("qr.title")}</h1>
      {code === undefined ? <ConfirmFailed why="qr.E0001" /> : <Confirm code={code} />}
    </section>
  );
}

function codeIn(query: URLSearchParams) {
  const numbers = ["c", "s", "n"].map((name) => query.get(name) ?? "");
  if (!numbers.every((text) => /^\d{1,10}$/.test(text))) return undefined;
  const [componentId = 0, songId = 0, nftId = 0] = numbers.map(Number);
  return { componentId, songId, nftId };
}
