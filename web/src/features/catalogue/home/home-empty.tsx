import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { useTranslation } from "react-i18next";
import { paths } from "../../../paths.ts";
import { EmptySpread } from "../../../ui/feedback/empty-spread.tsx";

/** A catalogue without wraps, on the home page and in the list of wraps, which has a text of its own. */
export function EmptyCatalogue({ text }: { text?: string }) {
  const { t } = useTranslation();
  return (
    <EmptySpread
      label={t("home.emptyLabel")}
      number={wrapNumber(0)}
      title={t("home.emptyTitle")}
      text={text ?? t("home.emptyText")}
      to={paths.create}
      action={t("home.emptyAction")}
    />
  );
}
