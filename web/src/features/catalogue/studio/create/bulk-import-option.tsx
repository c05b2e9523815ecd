import { getImportAccess } from "@wrapsody/shared/studio/imports.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAuthedQuery } from "../../../accounts/index.ts";

/** Offers bulk import to invited publishers, and announces it to the others. */
export function BulkImportOption({ title, text, to }: { title: string; text: string; to: string }) {
  const { t } = useTranslation();
  const { data } = useAuthedQuery(getImportAccess);
  const invited = data?.invited === true;
  return (
    <section aria-labelledby="bulk">
      <h2 id="bulk" className="head">
        {t(title)}
      </h2>
      <p className="dim">{t(text)}</p>
      {invited ? (
        <Link className="btn" to={to}>
          {t("studio.bulk.open")} <ArrowRight className="i" aria-hidden="true" />
        </Link>
      ) : (
        <button type="button" className="btn" disabled>
          {t("studio.bulk.soon")}
        </button>
      )}
    </section>
  );
}
