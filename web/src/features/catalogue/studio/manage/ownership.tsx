import type { SongDetail } from "@wrapsody/shared/catalogue.ts";
import { useTranslation } from "react-i18next";
import { LearnOwners } from "../../wrap/learn/learn-owners.tsx";

/** Read-only list of the owners and their shares. */
export function Ownership({ owners }: { owners: SongDetail["owners"] }) {
  const { t } = useTranslation();
  return (
    <div className="wrap-page">
      <LearnOwners owners={owners}>
        <p className="small dim note manage-note">{t("manage.ownership.readOnly")}</p>
      </LearnOwners>
    </div>
  );
}
