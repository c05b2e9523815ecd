import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { BulkImportOption } from "../create/bulk-import-option.tsx";
import type { Route } from "./+types/create-artist-choice";
import "../create/choice.css";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("artistForm.choice.title"), language);
}

/** Explains that artists are created before their songs. */
export default function CreateArtistChoicePage() {
  const { t } = useTranslation();
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("artistForm.choice.title")}</h1>
          <p className="lead ways-lead">{t("artistForm.choice.lead")}</p>
        </div>
      </header>
      <div className="ways">
        <section aria-labelledby="one">
          <h2 id="one" className="head">
            {t("artistForm.choice.one")}
          </h2>
          <p className="dim">{t("artistForm.choice.oneText")}</p>
          <Link className="btn go" to={paths.createArtist}>
            {t("artistForm.choice.open")} <ArrowRight className="i" aria-hidden="true" />
          </Link>
        </section>
        <BulkImportOption
          title="artistForm.choice.bulk"
          text="artistForm.choice.bulkText"
          to={paths.createArtists}
        />
      </div>
    </>
  );
}
