import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";

export function NothingEarned() {
  const { t } = useTranslation();
  return (
    <div className="void">
      <p className="lead">{t("earnings.nothing")}</p>
      <p className="small dim">{t("earnings.nothingNote")}</p>
      <Link className="btn" to={paths.myExperiences()}>
        {t("earnings.toExperiences")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </div>
  );
}
