import { planEntitlements } from "@wrapsody/shared/payments/plan-entitlements.ts";
import { getMyPlan } from "@wrapsody/shared/payments/subscriptions.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { FormAlert, useAuthedQuery } from "../../../accounts/index.ts";

/**
 * Explains that the plan allows no further artist, or no further song this month, and links to an upgrade. The link
 * appears with the usage of the plan or once it cannot be loaded, because a link that moves misses a click.
 */
export function PlanLimit({ of }: { of: "artists" | "songs" }) {
  const { t } = useTranslation();
  const { data, isPending } = useAuthedQuery(getMyPlan);
  const use = of === "artists" ? data?.artists : data?.songs_this_month;
  const premium = data !== undefined && data.plan !== "FREE";
  return (
    <div className="plan-limit">
      <FormAlert text={t(`studio.limit.${of}`)} />
      {isPending ? null : (
        <>
          {use === undefined ? null : (
            <p className="small">
              {t(`studio.limit.${of}Use`, {
                ...use,
                plan: t(`studio.limit.${premium ? "premium" : "free"}`),
              })}
            </p>
          )}
          <p className="small">
            {t(
              premium ? "studio.limit.draftSavedPremium" : "studio.limit.draftSaved",
              planEntitlements.PREMIUM,
            )}
          </p>
          <Link className="btn s" to={paths.subscription}>
            {t(premium ? "studio.limit.plan" : "studio.limit.upgrade")}{" "}
            <ArrowRight className="i" aria-hidden="true" />
          </Link>
        </>
      )}
    </div>
  );
}

/** Shows the usage of the plan. Renders a blank line if it cannot be loaded. */
export function PlanLine() {
  const { t } = useTranslation();
  const { data } = useAuthedQuery(getMyPlan);
  if (data === undefined) return <p className="small dim plan-line">{"\u00a0"}</p>;
  const { artists, songs_this_month: songs } = data;
  return (
    <p className="small dim plan-line">
      {t("studio.artists.plan", {
        plan: t(`studio.limit.${data.plan === "FREE" ? "freeName" : "premiumName"}`),
        artists: artists.used,
        mostArtists: artists.most,
        songs: songs.used,
        mostSongs: songs.most,
      })}
    </p>
  );
}
