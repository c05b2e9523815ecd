import ArrowLeft from "lucide-react/icons/arrow-left";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import "./soon.css";

/** Announces a planned page. `name` selects its texts below `accounts.soon`. */
export function ComingSoon({ name }: { name: "social" | "graph" }) {
  const { t } = useTranslation();
  return (
    <section className="soon">
      <Link className="row small back" to={paths.you}>
        <ArrowLeft className="i" aria-hidden="true" /> {t("accounts.you.back")}
      </Link>
      <h1 className="display">{t(`accounts.soon.${name}.title`)}</h1>
      <div className="soon-text">
        <p className="lead">{t("accounts.soon.lead")}</p>
        <p>{t(`accounts.soon.${name}.text`)}</p>
      </div>
    </section>
  );
}
