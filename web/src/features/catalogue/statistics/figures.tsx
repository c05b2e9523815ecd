import type { Statistics } from "@wrapsody/shared/studio/statistics.ts";
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Equal from "lucide-react/icons/equal";
import { useTranslation } from "react-i18next";
import { formatCount } from "../../../ui/format/format.ts";
import { changeOf, type Measure, measures } from "./measures.ts";

type FiguresProps = { statistics: Statistics; measure: Measure; onMeasure: (measure: Measure) => void };

/** Totals. Each figure selects the measure of the chart. */
export function Figures({ statistics: { total, before, days }, measure, onMeasure }: FiguresProps) {
  const { t, i18n } = useTranslation();
  return (
    <fieldset className="figures">
      <legend className="vh">{t("statistics.measure")}</legend>
      {measures.map((each) => (
        <label key={each} className="figure">
          <input type="radio" name="measure" checked={each === measure} onChange={() => onMeasure(each)} />
          <span className="figure-name small b">{t(`statistics.${each}`)}</span>
          <span className="no">{formatCount(total[each], i18n.language)}</span>
          <ChangeText now={total[each]} before={before[each]} days={days.length} />
        </label>
      ))}
    </fieldset>
  );
}

const shapes = { more: ArrowUp, less: ArrowDown, same: Equal, first: ArrowUp, none: Equal };

function ChangeText({ now, before, days }: { now: number; before: number; days: number }) {
  const { t, i18n } = useTranslation();
  const change = changeOf(now, before);
  const Shape = shapes[change.kind];
  const percent = "percent" in change ? formatCount(change.percent, i18n.language) : "";
  return (
    <span className="figure-change meta dim">
      <Shape className="i" aria-hidden="true" />
      <span>{t(`statistics.change.${change.kind}`, { percent, days })}</span>
    </span>
  );
}
