import type { OwnCampaign } from "@wrapsody/shared/experiences/campaigns.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Check from "lucide-react/icons/check";
import Redo from "lucide-react/icons/redo-2";
import Undo from "lucide-react/icons/undo-2";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { formatCount } from "../../../../ui/format/format.ts";
import { stateClass, stateLabel } from "../../experience/campaign-labels.ts";
import { useDetails } from "../manage/details-form.ts";
import { NextStep } from "../manage/next-step.tsx";
import { countArtworks } from "./state/counting.ts";
import type { EditorComponents } from "./state/use-components.ts";
import "./bar.css";

type BarProps = {
  campaign: OwnCampaign;
  parts: EditorComponents;
  fixed: boolean;
  /** Number of components whose unsaved changes the activation discarded. */
  lost: number;
  history: { undo(): void; redo(): void };
  saveAll(): void;
  busy: boolean;
  announce(text: string): void;
};

/** The header of the editor: name, number of possible artworks, undo, redo, saving and the activation. */
export function Bar({ campaign, parts, fixed, lost, announce, ...actions }: BarProps) {
  const { t } = useTranslation();
  const details = useDetails();
  return (
    <header className="ed-bar" tabIndex={-1} data-pane>
      <Link className="sq" to={paths.manageExperience(campaign.id)} aria-label={t("components.back")}>
        <ArrowLeft className="i" aria-hidden="true" />
      </Link>
      <div className="ed-name">
        <h1 className="head">{campaign.name}</h1>
        <p className="small dim">
          {t("components.title")} <span className={stateClass(campaign)}>{stateLabel(t, campaign)}</span>
        </p>
      </div>
      {fixed ? (
        <div className="form-note ed-note small" role="status">
          <p>{t(`components.fixed.${campaign.stage}`)}</p>
          {lost === 0 ? null : <p className="b">{t("components.fixed.discarded", { count: lost })}</p>}
        </div>
      ) : null}
      <Count campaign={campaign} parts={parts} fixed={fixed} />
      {fixed ? null : <Actions parts={parts} {...actions} />}
      <div className="ed-next">
        {parts.unsaved.length > 0 ? (
          <button type="button" className="btn s" aria-disabled="true">
            {t("campaigns.activate.open")}
          </button>
        ) : (
          <NextStep
            campaign={campaign}
            details={details}
            announce={announce}
            className="btn s go"
            here={paths.experienceComponents(campaign.id)}
          />
        )}
      </div>
    </header>
  );
}

type ActionsProps = Pick<BarProps, "parts" | "history" | "saveAll" | "busy">;

function Actions({ parts, history, saveAll, busy }: ActionsProps) {
  const { t } = useTranslation();
  const count = parts.unsaved.length;
  const steps = [
    { label: t("components.undo"), Icon: Undo, isPossible: parts.canUndo, run: history.undo },
    { label: t("components.redo"), Icon: Redo, isPossible: parts.canRedo, run: history.redo },
  ];
  return (
    <div className="ed-end">
      {steps.map(({ label, Icon, isPossible, run }) => (
        <button
          key={label}
          type="button"
          className="sq"
          aria-label={label}
          aria-disabled={!isPossible || undefined}
          onClick={run}
        >
          <Icon className="i" aria-hidden="true" />
        </button>
      ))}
      <button
        type="button"
        className={count > 0 ? "btn s go" : "btn s"}
        aria-disabled={busy || count === 0 || undefined}
        onClick={saveAll}
      >
        {t(busy ? "components.saving" : "components.saveAll")} <Check className="i" aria-hidden="true" />
      </button>
    </div>
  );
}

/** The number of possible artworks of the current drafts, with a warning if there are more spots, and whether all is saved. */
function Count({ campaign, parts, fixed }: Pick<BarProps, "campaign" | "parts" | "fixed">) {
  const { t, i18n } = useTranslation();
  const { possible, guaranteed, isTooFew } = countArtworks(campaign, parts.parts);
  const count = parts.unsaved.length;
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
      {fixed ? null : (
        <p className={count > 0 ? undefined : "dim"} role="status">
          {count > 0
            ? t("components.unsavedCount", { count })
            : parts.parts.length === 0
              ? ""
              : t("components.allSaved")}
        </p>
      )}
    </div>
  );
}

/** Formats `12,960`, and from a million on `1.2B`. */
function formatLarge(count: number, language: string): string {
  if (count < 1_000_000) return formatCount(count, language);
  return new Intl.NumberFormat(language, { notation: "compact", maximumSignificantDigits: 3 }).format(count);
}
