import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";

/** Shows a line at the top of the window while a page loads. CSS delays it, so that fast pages never show it. */
export function NavigationProgress() {
  const { t } = useTranslation();
  const going = useNavigation().state !== "idle";
  return (
    <div role="status">
      {going ? (
        <span className="on-the-way">
          <span className="vh">{t("ui.loading")}</span>
        </span>
      ) : null}
    </div>
  );
}
