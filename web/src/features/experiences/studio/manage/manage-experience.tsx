import { patchDrop } from "@wrapsody/shared/experiences/campaigns.ts";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { StatusMessage, useStatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { Tabs } from "../../../../ui/layout/tabs.tsx";
import { EditableBy, type PageHandle, QueryPage } from "../../../accounts/index.ts";
import { Restricted } from "../../../takedown/index.ts";
import { CodeScans } from "../../qr/code-scans.tsx";
import { PhasesSection } from "../phases/phases-section.tsx";
import { detailsPart } from "../shared/campaign-needs.ts";
import { LeaveGuard } from "../shared/leave-guard.tsx";
import type { Route } from "./+types/manage-experience";
import { CampaignStatus } from "./campaign-status.tsx";
import { CodesSection } from "./codes-section.tsx";
import { ComponentsSection } from "./components.tsx";
import { Details } from "./details.tsx";
import { useDetails } from "./details-form.ts";
import { Ending } from "./ending.tsx";
import { FailedArtworks } from "./failed.tsx";
import { CampaignHead } from "./head.tsx";
import { missingCampaign, type OwnCampaignAnswer, useOwnCampaign } from "./own-campaign.ts";
import { Participants } from "./participants.tsx";
import { ShareSection } from "./share.tsx";
import "./manage-experience.css";

export const handle = { loading: { shape: "form" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("campaigns.manage.title"), language);
}

export default function ManageExperiencePage({ params }: Route.ComponentProps) {
  return <ManagedExperience key={params.campaignId} reference={params.campaignId} />;
}

function ManagedExperience({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const query = useOwnCampaign(reference);
  return (
    <QueryPage query={query} title={t("campaigns.manage.title")} missing={missingCampaign(t)} shape="form">
      {(data) => <Manage {...data} />}
    </QueryPage>
  );
}

function Manage({ campaign, components }: OwnCampaignAnswer) {
  const { t } = useTranslation();
  const [status, announce] = useStatusMessage();
  const details = useDetails();
  const [hasUnsavedPhases, setUnsavedPhases] = useState(false);
  const { selected, select } = useTab();
  useActivationToast(campaign, announce);
  useNamedPart();
  // The first step of an active experience; the artworks come first once there are any.
  const share = campaign.stage === "ACTIVE" ? <ShareSection campaign={campaign} /> : null;
  const panels = {
    overview: (
      <>
        {campaign.nfts === 0 ? share : null}
        <CampaignStatus campaign={campaign} announce={announce} />
        <FailedArtworks campaign={campaign} />
        <Participants campaign={campaign} />
        {campaign.nfts > 0 ? share : null}
      </>
    ),
    components: (
      <>
        <ComponentsSection campaign={campaign} components={components} />
        <CodeScans campaign={campaign} components={components} />
      </>
    ),
    access: (
      <>
        <PhasesSection campaign={campaign} announce={announce} onUnsaved={setUnsavedPhases} />
        <CodesSection campaign={campaign} />
      </>
    ),
    details: (
      <>
        <Details campaign={campaign} details={details} />
        <Ending campaign={campaign} announce={announce} />
      </>
    ),
  };
  return (
    <>
      <CampaignHead campaign={campaign} details={details} announce={announce} />
      <StatusMessage {...status} />
      <Restricted
        things={[
          { kind: "experience", target: campaign.id },
          { kind: "artwork", experience: campaign.id },
        ]}
      />
      <EditableBy call={patchDrop}>
        <Tabs
          label={t("campaigns.manage.tabs")}
          selected={selected}
          onSelect={select}
          keep
          tabs={tabKeys.map((key) => ({
            key,
            label: t(`campaigns.manage.tab.${key}`),
            panel: <div className="drop-leaves in-order">{panels[key]}</div>,
          }))}
        />
      </EditableBy>
      <LeaveGuard
        unsaved={details.changed || hasUnsavedPhases}
        text={t("campaigns.edit.leave")}
        save={hasUnsavedPhases ? undefined : async () => (await details.save()) !== undefined}
      />
    </>
  );
}

const tabKeys = ["overview", "components", "access", detailsPart] as const;

/** Returns the tab of the URL. Another tab changes no other part of the page. */
function useTab() {
  const [query, setQuery] = useSearchParams();
  const selected = tabKeys.find((key) => key === query.get("tab")) ?? "overview";
  const select = (tab: string) => setQuery({ tab }, { replace: true, preventScrollReset: true });
  return { selected, select };
}

/** Announces the end of the activation. */
function useActivationToast(
  { stage, name }: OwnCampaignAnswer["campaign"],
  announce: (text: string) => void,
) {
  const { t } = useTranslation();
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === "ACTIVATING" && stage === "ACTIVE")
      announce(t("campaigns.activate.done", { name }));
    before.current = stage;
  }, [stage, name, announce, t]);
}

/** Scrolls to the section named in the URL, which did not exist when the page opened. */
function useNamedPart() {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation to the same section scrolls to it again
  useEffect(() => {
    if (hash === "") return;
    const part = document.getElementById(hash.slice(1));
    part?.scrollIntoView();
    part?.querySelector<HTMLElement>("input, select, textarea")?.focus({ preventScroll: true });
  }, [hash, key]);
}
