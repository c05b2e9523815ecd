import type { OwnToken } from "@wrapsody/shared/catalogue/wnft.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";

/** Explains that the plan allows no further token, with a link to upgrade. */
export function WnftLimit({ plan }: { plan: OwnToken["plan"] }) {
  const { t } = useTranslation();
  return (
    <section className="wnft-stop" aria-labelledby="wnft-limit">
      <h2 id="wnft-limit" className="head">
        {t("wnft.limit.title")}
      </h2>
      <p>{t("wnft.limit.text", { count: plan.most ?? 0, used: plan.used })}</p>
      <Link className="btn go" to={paths.subscription}>
        {t("studio.limit.upgrade")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </section>
  );
}

/** Explains that a token needs a public wrap, because it links to the page. */
export function WnftNotPublic({ song }: { song: number }) {
  const { t } = useTranslation();
  return (
    <section className="wnft-stop" aria-labelledby="wnft-not-public">
      <h2 id="wnft-not-public" className="head">
        {t("wnft.notPublic.title")}
      </h2>
      <p>{t("wnft.notPublic.text")}</p>
      <Link className="btn go" to={paths.manage(song)}>
        {t("wnft.notPublic.link")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </section>
  );
}

/** Explains that no network is reachable. */
export function WnftNoNetwork() {
  const { t } = useTranslation();
  return (
    <section className="wnft-stop" aria-labelledby="wnft-no-network">
      <h2 id="wnft-no-network" className="head">
        {t("wnft.noNetwork.title")}
      </h2>
      <p>{t("wnft.noNetwork.text")}</p>
    </section>
  );
}
