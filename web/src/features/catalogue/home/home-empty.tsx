import { wrapNumber } from "@wrapsody/shared/catalogue-numbers.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Mark } from "../../../ui/graphics/shapes.tsx";

/** Home page of an empty catalogue: the same spread, without a catalogue number. */
export function EmptyCatalogue() {
  const { t } = useTranslation();
  return (
    <section className="spread amb spread-empty" aria-labelledby="empty-catalogue">
      <div className="txt">
        <div className="split small">
          <span>{t("home.emptyLabel")}</span>
        </div>
        <p className="spread-no" aria-hidden="true">
          <span className="small">{t("home.number")}</span> <span className="no">{wrapNumber(0)}</span>
        </p>
        <div className="btm">
          <h2 className="title" id="empty-catalogue">
            {t("home.emptyTitle")}
          </h2>
          <p className="small spread-about">{t("home.emptyText")}</p>
          <div className="row">
            <Link className="btn go" to={paths.create}>
              {t("home.emptyAction")} <ArrowRight className="i" aria-hidden="true" />
            </Link>
          </div>
        </div>
      </div>
      <figure aria-hidden="true">
        <Mark />
      </figure>
    </section>
  );
}
