import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { networkName } from "../../../lib/networks.ts";
import { paths, REWARDS_TAB } from "../../../paths.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { Section } from "../../../ui/layout/section.tsx";
import { type Access, useAccess } from "./access.ts";
import { AccessLevel } from "./access-level.tsx";
import { isFree, priceLabel } from "./campaign-labels.ts";

export function AccessTab({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const network = networkName(t, campaign.contract_network ?? campaign.network);
  return (
    <div className="ex-pane">
      <Section title={t("experiences.whoMay")}>
        {campaign.is_public_mintable ? (
          <p className="lead ex-measure">
            {t(campaign.phases.length === 0 ? "experiences.public" : "experiences.phase.who")}
          </p>
        ) : (
          <Private campaign={campaign} />
        )}
        <YourAccess campaign={campaign} />
      </Section>
      <Section title={t("experiences.how")}>
        <Steps campaign={campaign} />
      </Section>
      <Section title={t("experiences.network")}>
        <p className="head">{network}</p>
        <p className="small dim ex-measure">{t("experiences.networkText", { network })}</p>
      </Section>
    </div>
  );
}

function Private({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  return (
    <div className="ex-about">
      <p className="lead">{t("experiences.private")}</p>
      <p>{t("experiences.privateText", { song: campaign.song.name })}</p>
      <p>
        <Link className="btn" to={paths.wrap(campaign.song.pretty_id, { tab: REWARDS_TAB })}>
          {t("experiences.toRewards", { song: campaign.song.name })}
        </Link>
      </p>
    </div>
  );
}

/** The user's access to the experience. The page head shows it in one word. */
function YourAccess({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const access = useAccess(campaign);
  const level = access?.level ?? null;
  return (
    <div className="ex-yours" role="status">
      {access === undefined ? null : (
        <p className={accessShape(access)}>{accessLabel(t, campaign, access)}</p>
      )}
      {access?.access === "NEEDS_INVITATION" && level !== null ? <AccessLevel level={level} /> : null}
    </div>
  );
}

const shapes: Partial<Record<Access["access"], string>> = {
  OPEN: "on",
  SOLD_OUT: "done",
  NOT_ACTIVE: "done",
  NO_PAYMENTS: "done",
};

function accessShape({ access }: Access): string {
  return `state b ${shapes[access] ?? "wait"}`;
}

function accessLabel(t: TFunction, campaign: Campaign, { access }: Access): string {
  if (access === "SOLD_OUT") return t("experiences.soldOut");
  if (access === "NO_PAYMENTS") return t("experiences.unpayable");
  if (access === "NO_PHASE") return t("experiences.phase.closed");
  if (access === "NOT_ACTIVE") return t("experiences.stateCompleted");
  if (access === "NEEDS_LOGIN")
    return t(campaign.is_public_mintable ? "experiences.yours.login" : "experiences.yours.loginPrivate");
  return t(access === "OPEN" ? "experiences.yours.open" : "experiences.yours.invitation");
}

/** The steps to join this campaign. */
function Steps({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useTranslation();
  const free = isFree(campaign);
  const steps = [
    t("experiences.stepLogin"),
    ...(campaign.is_public_mintable ? [] : [t("experiences.stepOpen")]),
    t("experiences.stepWallet"),
    free ? t("experiences.stepFree") : t("experiences.stepPay", { price: priceLabel(t, campaign) }),
    t(`experiences.stepDraw${campaign.type}`),
    t("experiences.stepReceive", {
      count: campaign.reward_points,
      points: formatCount(campaign.reward_points, i18n.language),
    }),
  ];
  return (
    <ol className="ex-steps">
      {steps.map((step, index) => (
        <li key={step}>
          <span className="no" aria-hidden="true">
            {index + 1}
          </span>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}
