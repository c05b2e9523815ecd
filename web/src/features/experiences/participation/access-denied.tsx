import { type Campaign, campaignState } from "@wrapsody/shared/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Leaf } from "../../../ui/layout/section.tsx";
import type { Access } from "../experience/access.ts";
import { AccessLevel } from "../experience/access-level.tsx";

type Barred = { campaign: Campaign; access: Access };

/** Why the reader cannot take part, and what would help. */
export function AccessBarred({ campaign, access }: Barred) {
  const { t } = useTranslation();
  return (
    <Leaf title={t("participation.access")}>
      <div className="pt-form" role="status">
        <Reason campaign={campaign} access={access} />
      </div>
    </Leaf>
  );
}

function Reason({ campaign, access: { access, level } }: Barred) {
  const { t } = useTranslation();
  const { song } = campaign;
  switch (access) {
    case "NEEDS_INVITATION":
      return (
        <>
          <Said title={t("participation.barred.invitation")}>
            {t(level === null ? "participation.barred.inviteOnly" : "participation.barred.invitationText", {
              song: song.name,
            })}
          </Said>
          {level === null ? null : <AccessLevel level={level} />}
          <Onward to={paths.wrap(song.pretty_id, { tab: 3 })}>
            {t("experiences.toRewards", { song: song.name })}
          </Onward>
        </>
      );
    case "SOLD_OUT":
      return (
        <>
          <Said title={t("experiences.soldOut")}>{t("participation.barred.soldOut")}</Said>
          <Onward to={paths.experiences()}>{t("experiences.all")}</Onward>
        </>
      );
    case "NO_PAYMENTS":
      return (
        <>
          <Said title={t("experiences.unpayable")}>{t("experiences.unpayableWhy")}</Said>
          <Onward to={paths.experiences()}>{t("experiences.all")}</Onward>
        </>
      );
    case "NOT_ACTIVE": {
      const over = campaignState(campaign) === "Completed";
      return (
        <>
          <Said title={t(over ? "experiences.stateCompleted" : "experiences.notStarted")}>
            {t(over ? "experiences.completedWhy" : "experiences.notStartedWhy")}
          </Said>
          <Onward to={paths.experiences()}>{t("experiences.all")}</Onward>
        </>
      );
    }
    default:
      return (
        <>
          <Said title={t("participation.barred.login")}>{t("participation.barred.loginText")}</Said>
          <Onward to={paths.login()}>{t("accounts.login.submit")}</Onward>
        </>
      );
  }
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <p className="head">{title}</p>
      <p>{children}</p>
    </>
  );
}

function Onward({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p>
      <Link className="btn go" to={to}>
        {children} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </p>
  );
}
