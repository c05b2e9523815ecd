import { useTranslation } from "react-i18next";
import { FilterSelect } from "../../../ui/lists/filters.tsx";

/** Chooses between points and plays on hold. */
export function ShownHolds({ value }: { value: "" | "plays" }) {
  const { t } = useTranslation();
  return (
    <FilterSelect name="show" label={t("holds.show")} value={value}>
      <option value="">{t("holds.points")}</option>
      <option value="plays">{t("holds.plays.name")}</option>
    </FilterSelect>
  );
}
