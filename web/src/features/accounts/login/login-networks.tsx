import { useQuery } from "@tanstack/react-query";
import {
  getSocialNetworks,
  networkSlug,
  streamingServiceNames,
} from "@wrapsody/shared/accounts/social-login.ts";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";

/** Lists the available social logins, above the form of the page. Renders nothing if there are none. */
export function SocialLogins() {
  const { t } = useTranslation();
  // Loaded with the page or not at all, so that nothing moves later.
  const { data } = useQuery({ ...queryOf(getSocialNetworks), enabled: false });
  const networks = data?.data ?? [];
  const names = { ...streamingServiceNames, OIDC: data?.oidc_name ?? "" };
  if (networks.length === 0) return null;
  return (
    <section className="entry-networks" aria-labelledby="networks">
      <h2 id="networks" className="small dim">
        {t(
          networks.every((name) => name === "OIDC") ? "accounts.networks.other" : "accounts.networks.heading",
        )}
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
      <p className="entry-or small dim">{t("accounts.networks.or")}</p>
    </section>
  );
}
