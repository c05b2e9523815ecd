import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Redo from "lucide-react/icons/redo-2";
import Undo from "lucide-react/icons/undo-2";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { stateClass, stateLabel } from "../../experience/campaign-labels.ts";
import type { EditorComponents } from "./state/use-components.ts";

type BarProps = {
  campaign: OwnCampaign;
  parts: EditorComponents;
  fixed: boolean;
  saveAll(): void;
  busy: boolean;
};

/** The header of the editor: name, unsaved changes, undo and redo. */
export function Bar({ campaign, parts, fixed, saveAll, busy }: BarProps) {
  const { t } = useTranslation();
  const count = parts.unsaved.length;
  const saved = <span className="dim">{t("components.allSaved")}</span>;
  return (
    <header className="ed-bar">
      <Link className="sq" to={paths.manageExperience(campaign.id)} aria-label={t("components.back")}>
        <ArrowLeft className="i" aria-hidden="true" />
      </Link>
      <div className="ed-name">
        <h1 className="head">{campaign.name}</h1>
        <p className="small dim">
          {t("components.title")} <span className={stateClass(campaign)}>{stateLabel(t, campaign)}</span>
        </p>
      </div>
      {fixed ? null : (
        <div className="ed-end">
          <p className="small" role="status">
            {count > 0 ? t("components.unsavedCount", { count }) : parts.parts.length === 0 ? "" : saved}
          </p>
          {count === 0 ? null : (
            <button type="button" className="btn s" aria-disabled={busy || undefined} onClick={saveAll}>
              {t("components.saveAll")}
            </button>
          )}
          <button
            type="button"
            className="sq"
            aria-label={t("components.undo")}
            aria-disabled={!parts.canUndo || undefined}
            onClick={parts.undo}
          >
            <Undo className="i" aria-hidden="true" />
          </button>
          <button
            type="button"
            className="sq"
            aria-label={t("components.redo")}
            aria-disabled={!parts.canRedo || undefined}
            onClick={parts.redo}
          >
            <Redo className="i" aria-hidden="true" />
          </button>
        </div>
      )}
    </header>
  );
}
