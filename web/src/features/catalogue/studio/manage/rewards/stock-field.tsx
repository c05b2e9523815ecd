import { rewardLimits } from "@wrapsody/shared/rewards/reward-levels.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../../../../ui/forms/field.tsx";

type Props = {
  /** A value is required, even if it is “no limit”. */
  required: boolean;
  /** Fields of a restored draft. */
  initial: Readonly<Record<string, string>>;
  problem: string | undefined;
  onChange: () => void;
};

/** Number of fans who can claim a level. */
export function StockField({ required, initial, problem, onChange }: Props) {
  const { t } = useTranslation();
  const [unlimited, setUnlimited] = useState(initial.unlimited !== undefined);
  return (
    <div>
      <Field
        label={t(required ? "manage.rewards.stockLabel" : "manage.rewards.stock")}
        name="stock"
        defaultValue={initial.stock}
        type="number"
        inputMode="numeric"
        min={1}
        max={rewardLimits.stock}
        step={1}
        readOnly={required && unlimited}
        required={required && !unlimited}
        {...(required ? {} : { hint: t("manage.rewards.stockHint") })}
        problem={problem}
        onChange={onChange}
      />
      {required ? (
        <label className="level-unlimited small">
          <input
            type="checkbox"
            name="unlimited"
            checked={unlimited}
            onChange={({ currentTarget }) => {
              setUnlimited(currentTarget.checked);
              onChange();
            }}
          />
          <span>{t("manage.rewards.unlimited")}</span>
        </label>
      ) : null}
    </div>
  );
}

/** Parses the stock: undefined if it is required and missing, null without a limit. */
export function parseStock(
  required: boolean,
  { stock = "", unlimited }: Record<string, string>,
): string | null | undefined {
  if (required && unlimited !== undefined) return null;
  if (stock !== "") return stock;
  return required ? undefined : null;
}
