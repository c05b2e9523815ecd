import { useTranslation } from "react-i18next";
import { useNavigation } from "react-router";

/** A line at the head of the window while another page is on its way; a page that comes at once never shows it. */
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
