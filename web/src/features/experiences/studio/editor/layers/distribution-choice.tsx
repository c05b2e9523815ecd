import X from "lucide-react/icons/x";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { EditorComponent } from "../state/components.ts";
import type { EditorComponents } from "../state/use-components.ts";
import { type AddedBatch, type Distribution, distribute, distributions, isPossible } from "./distributing.ts";

type ChoiceProps = { batch: AddedBatch; parts: EditorComponents; dismiss(): void };

/** How images that were added together are distributed over slots. Each choice is one undo step. */
export function DistributionChoice({ batch, parts, dismiss }: ChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  const choices = useRef(0);
  const components = parts.parts.filter((part) => batch.files.some((file) => file.id === part.id));
  const possible = distributions.filter((how) => isPossible(parts.parts, batch, how));
  if (components.length < 2 || possible.length < 2) return null;
  // Read from the components, so that undo shows too.
  const chosen = distributions.find((how) => isDistributed(components, distribute(parts.parts, batch, how)));
  const choose = (how: Distribution) => {
    choices.current += 1;
    const places = distribute(parts.parts, batch, how);
    parts.changeAll(components, (part) => places.get(part.id) ?? {}, `distribute ${choices.current}`);
  };
  return (
    <fieldset className="distribution">
      <legend className="small">{t("components.distribute.title", { count: components.length })}</legend>
      <div className="distribution-ways">
        {distributions.map((how) => {
          const off = !possible.includes(how);
          return (
            <label key={how} className={off ? "small dim" : "small"}>
              <input
                type="radio"
                name={id}
                value={how}
                checked={chosen === how}
                disabled={off}
                onChange={() => choose(how)}
              />
              <span>{t(`components.distribute.${how}`, { slot: batch.slot })}</span>
            </label>
          );
        })}
      </div>
      <button type="button" className="sq" aria-label={t("components.distribute.close")} onClick={dismiss}>
        <X className="i" aria-hidden="true" />
      </button>
    </fieldset>
  );
}

function isDistributed(
  components: readonly EditorComponent[],
  places: ReturnType<typeof distribute>,
): boolean {
  return components.every(({ id, draft }) => places.get(id)?.slot_number === draft.slot_number);
}
