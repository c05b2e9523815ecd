import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import "./wrap.css";

/** A wrap that is missing or not public; both read the same. */
export function WrapMissing() {
  const { t } = useTranslation();
  return (
    <section className="wrap-missing">
      <Groove />
      <div>
        <h1 className="title">{t("wrap.missing")}</h1>
        <p className="lead">{t("wrap.missingNote")}</p>
        <p>
          <Link className="btn solid" to={paths.wraps()}>
            {t("wrap.browse")}
          </Link>
        </p>
      </div>
    </section>
  );
}

/** A record whose groove breaks off. */
function Groove() {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.75">
        <path d="M60 6A54 54 0 1 1 6 60" />
        <path d="M60 20A40 40 0 1 1 20 60" />
        <path d="M60 34A26 26 0 1 1 34 60" />
      </g>
      <path d="M52 52h16v16H52z" fill="currentColor" />
    </svg>
  );
}
