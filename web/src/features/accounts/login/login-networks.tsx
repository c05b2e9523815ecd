import { useQuery } from "@tanstack/react-query";
import { getSocialNetworks, networkSlug, type SocialNetwork } from "@wrapsody/shared/social-login.ts";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";

const names = {
  SPOTIFY: "Spotify",
  APPLE: "Apple",
  AMAZON: "Amazon",
} satisfies Record<Exclude<SocialNetwork, "SANDBOX">, string>;

/** Lists the available social logins. Renders nothing if there are none. */
export function SocialLogins() {
  const { t } = useTranslation();
  // Loaded with the page or not at all, so that nothing moves later.
  const { data } = useQuery({ ...queryOf(getSocialNetworks), enabled: false });
  const networks = data?.data ?? [];
  if (networks.length === 0) return null;
  return (
    <section className="entry-networks" aria-labelledby="networks">
      <h2 id="networks" className="small dim">
        {t("accounts.networks.heading")}
      </h2>
      <ul>
        {networks.map((network) => (
          <li key={network}>
            <a className="btn" href={paths.socialLogin(networkSlug(network))}>
              {network === "SANDBOX"
                ? t("accounts.networks.sandbox")
                : t("accounts.networks.with", { name: names[network] })}
              <ArrowUpRight className="i" aria-hidden="true" />
            </a>
            {network === "SANDBOX" ? <p className="meta dim">{t("accounts.networks.sandboxNote")}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
