import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import { getOwnPhases } from "@wrapsody/shared/experiences/phases.ts";
import { useTranslation } from "react-i18next";
import { Section } from "../../../../ui/layout/section.tsx";
import { Permitted, QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { PhasesForm } from "./phases-form.tsx";
import "./phases.css";

type Props = {
  campaign: OwnCampaign;
  announce(text: string): void;
  /** Reports whether the form has changes that are not saved. */
  onUnsaved(unsaved: boolean): void;
};

/** The phases in which an experience gives spots. */
export function PhasesSection(props: Props) {
  const { t } = useTranslation();
  if (props.campaign.stage === "COMPLETED") return null;
  return (
    <Section title={t("phaseEditor.title")}>
      <Permitted call={getOwnPhases}>
        <OwnPhases {...props} />
      </Permitted>
    </Section>
  );
}

function OwnPhases(props: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getOwnPhases, {
    params: { id: String(props.campaign.id) },
  });
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={2} />;
  return (
    <div className="phase-editor">
      <p className="small">{t("phaseEditor.text")}</p>
      {/* Starts again with phases that were saved, here or elsewhere. */}
      <PhasesForm key={JSON.stringify(data)} {...props} saved={data} />
    </div>
  );
}
