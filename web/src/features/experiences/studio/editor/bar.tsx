import type { OwnCampaign } from "@wrapsody/shared/campaigns.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Redo from "lucide-react/icons/redo-2";
import Undo from "lucide-react/icons/undo-2";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { formatCount } from "../../../../ui/format/format.ts";
import { stateClass, stateLabel } from "../../experience/campaign-labels.ts";
import type { EditorComponent } from "./state/components.ts";
import { countArtworks } from "./state/counting.ts";
import type { EditorComponents } from "./state/use-components.ts";

type BarProps = {
  campaign: OwnCampaign;
  parts: EditorComponents;
  fixed: boolean;
  history: { undo(): void; redo(): void };
  saveAll(): void;
  busy: boolean;
};

/** The header of the editor: name, number of possible artworks, unsaved changes, undo and redo. */
export function Bar({ campaign, parts, history, fixed, saveAll, busy }: BarProps) {
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
      <Count campaign={campaign} parts={parts.parts} />
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
            onClick={history.undo}
          >
            <Undo className="i" aria-hidden="true" />
          </button>
          <button
            type="button"
            className="sq"
            aria-label={t("components.redo")}
            aria-disabled={!parts.canRedo || undefined}
            onClick={history.redo}
          >
            <Redo className="i" aria-hidden="true" />
          </button>
        </div>
      )}
    </header>
  );
}

/** The number of possible artworks of the current drafts, with a warning if there are more spots. */
function Count({ campaign, parts }: { campaign: OwnCampaign; parts: readonly EditorComponent[] }) {
  const { t, i18n } = useTranslation();
  const { possible, guaranteed, isTooFew } = countArtworks(campaign, parts);
  const format = (count: number) => formatCount(count, i18n.language);
  const counts = { places: format(campaign.max_nfts), most: format(guaranteed) };
  return (
    <div className="ed-count small">
      <p className="ed-possible">
        <span className="no num">{formatLarge(possible, i18n.language)}</span>{" "}
        <span>{t("components.count.possible", { count: possible })}</span>
      </p>
      <p role="status">
        {isTooFew ? (
          <span className="state wait">
            {t(guaranteed < possible ? "components.count.limited" : "components.count.tooFew", counts)}
          </span>
        ) : null}
      </p>
    </div>
  );
}

/** Formats `12,960`, and from a million on `1.2B`. */
function formatLarge(count: number, language: string): string {
  if (count < 1_000_000) return formatCount(count, language);
  return new Intl.NumberFormat(language, { notation: "compact", maximumSignificantDigits: 3 }).format(count);
}
