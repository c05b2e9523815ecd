import { getMyArt } from "@wrapsody/shared/experiences/experiences.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { paths } from "../../../paths.ts";
import { formatTotal } from "../../../ui/format/format.ts";
import { useAuthedQuery } from "../authed-query.tsx";

const keptArt = { list: { limit: 1, filters: [{ key: "kept", operator: "==" as const, value: true }] } };
const loadTexts = () => loadNamespaces("profile").then(() => true);

/** Warns that artworks without a wallet are lost with the account. Also warns while their number is unknown. */
export function KeptArtworksWarning() {
  const { t, i18n } = useTranslation();
  const { part: isLoaded } = useLazyModule("profile texts", loadTexts);
  const { data } = useAuthedQuery(getMyArt, keptArt);
  if (isLoaded === undefined || data?.total === 0) return null;
  return (
    <p className="b">
      {data === undefined
        ? t("profile.kept.unknown")
        : t("profile.kept.lost", { count: data.total, total: formatTotal(data.total, i18n.language) })}{" "}
      <Link className="u" to={paths.myArt()}>
        {t("profile.kept.send")}
      </Link>
    </p>
  );
}
