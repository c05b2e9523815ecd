import { type Campaign, campaignState } from "@wrapsody/shared/experiences/experiences.ts";
import { RESERVATION_S } from "@wrapsody/shared/experiences/participation.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import type { MouseEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths, REWARDS_TAB } from "../../../paths.ts";
import { useLoginPrompt } from "../../../shell/login-prompt.ts";
import { Section } from "../../../ui/layout/section.tsx";
import type { Access } from "../experience/access.ts";
import { AccessLevel } from "../experience/access-level.tsx";

type DenialReason = { campaign: Campaign; access: Access };

/** Why the user cannot join, and what would help. */
export function AccessDenied({ campaign, access }: DenialReason) {
  const { t } = useTranslation();
  return (
    <Section title={t("participation.access")}>
      <div className="pt-form" role="status">
        <Reason campaign={campaign} access={access} />
      </div>
    </Section>
  );
}

function Reason({ campaign, access: { access, level } }: DenialReason) {
  const { t } = useTranslation();
  const promptLogin = useLoginPrompt();
  const { song } = campaign;
  switch (access) {
    case "NEEDS_INVITATION":
      return (
        <>
          <DenialText title={t("participation.barred.invitation")}>
            {t(level === null ? "participation.barred.inviteOnly" : "participation.barred.invitationText", {
              song: song.name,
            })}
          </DenialText>
          {level === null ? null : <AccessLevel level={level} />}
          <NextLinks to={paths.wrap(song.pretty_id, { tab: REWARDS_TAB })}>
            {t("experiences.toRewards", { song: song.name })}
          </NextLinks>
        </>
      );
    case "SOLD_OUT":
      return (
        <>
          <DenialText title={t("experiences.soldOut")}>
            {t("participation.barred.soldOut", { minutes: RESERVATION_S / 60 })}
          </DenialText>
          <p>
            <Link className="btn" to={paths.experience(campaign.pretty_id)}>
              {t("participation.barred.toWaitlist")}
            </Link>
          </p>
          <NextLinks to={paths.experiences()}>{t("experiences.all")}</NextLinks>
        </>
      );
    case "NO_PHASE":
    case "NOT_ADMITTED": {
      const key = access === "NO_PHASE" ? "participation.barred.phase" : "participation.barred.otherPhase";
      return (
        <>
          <DenialText
            title={t(access === "NO_PHASE" ? "experiences.phase.closed" : "experiences.yours.invitation")}
          >
            {t(key)}
          </DenialText>
          <NextLinks to={paths.experience(campaign.pretty_id)}>
            {t("participation.barred.toPhases")}
          </NextLinks>
        </>
      );
    }
    case "NO_PAYMENTS":
      return (
        <>
          <DenialText title={t("experiences.unpayable")}>{t("experiences.unpayableWhy")}</DenialText>
          <NextLinks to={paths.experiences()}>{t("experiences.all")}</NextLinks>
        </>
      );
    case "NOT_ACTIVE": {
      const over = campaignState(campaign) === "Completed";
      return (
        <>
          <DenialText title={t(over ? "experiences.stateCompleted" : "experiences.notStarted")}>
            {t(over ? "participation.completed" : "experiences.notStartedWhy")}
          </DenialText>
          <NextLinks to={paths.experiences()}>{t("experiences.all")}</NextLinks>
        </>
      );
    }
    default:
      return (
        <>
          <DenialText title={t("participation.barred.login")}>
            {t("participation.barred.loginText")}
          </DenialText>
          <NextLinks
            to={paths.login({ for: "participate" })}
            onClick={(event) =>
              promptLogin(event, {
                purpose: "participate",
                returnTo: paths.participate(campaign.pretty_id),
                about: campaign.name,
              })
            }
          >
            {t("accounts.login.submit")}
          </NextLinks>
        </>
      );
  }
}

function DenialText({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p className="head">{title}</p>
      <p>{children}</p>
    </>
  );
}

type NextLinksProps = { to: string; onClick?(event: MouseEvent): void; children: ReactNode };

function NextLinks({ to, onClick, children }: NextLinksProps) {
  return (
    <p>
      <Link className="btn go" to={to} onClick={onClick}>
        {children} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </p>
  );
}
