import { componentLimits } from "@wrapsody/shared/experiences/campaigns.ts";
import { Field } from "../../../../../ui/forms/field.tsx";
import type { EditorComponent } from "../state/components.ts";
import type { Draft } from "../state/draft.ts";

/** Props of component fields: the component, the error of a field and the change handler. */
export type Fields = {
  part: EditorComponent;
  fixed: boolean;
  problem(field: keyof Draft): string | undefined;
  set(changes: Partial<Draft>): void;
};

/** An input for a whole number. Beside a value that cannot change stands what it means. */
export function NumberField({
  field,
  label,
  min = 0,
  max = componentLimits.side,
  hint,
  fixedHint = hint,
  ...fields
}: Fields & {
  field: NumberKey;
  label: string;
  min?: number;
  max?: number;
  hint?: string | undefined;
  fixedHint?: string | undefined;
}) {
  return (
    <Field
      label={label}
      name={field}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      step={1}
      value={fields.part.draft[field]}
      problem={fields.problem(field)}
      hint={fields.fixed ? undefined : hint}
      after={fields.fixed ? <span className="sfx">{fixedHint}</span> : null}
      onChange={({ currentTarget }) => fields.set({ [field]: currentTarget.value })}
    />
  );
}

type NumberKey =
  | "slot_number"
  | "layer_level"
  | "rarity"
  | "width"
  | "offsetX"
  | "offsetY"
  | "max_permitted"
  | "qr_code_width";
