import { getMyArtists, type OwnArtist } from "@wrapsody/shared/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import type { Route } from "./+types/create-choice";
import { BulkImportOption } from "./bulk-import-option.tsx";
import "./choice.css";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("studio.create.title"), language);
}

/** Offers to create one wrap by form, for a selected artist, or many from a file. */
export default function CreateChoicePage() {
  const { t } = useTranslation();
  const list = { limit: 1000, sortKey: "name", sortDir: "ASC" } as const;
  const { data, error, refetch } = useAuthedQuery(getMyArtists, { list });
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t("studio.create.title")}</h1>
      </header>
      <div className="ways">
        <section aria-labelledby="one">
          <h2 id="one" className="head">
            {t("studio.create.one")}
          </h2>
          <p className="dim">{t("studio.create.oneText")}</p>
          {data === undefined ? (
            <QueryState error={error} refetch={refetch} />
          ) : data.data.length === 0 ? (
            <FirstArtist />
          ) : (
            <Artists artists={data.data} />
          )}
        </section>
        <BulkImportOption title="studio.create.bulk" text="studio.create.bulkText" to={paths.createWraps} />
      </div>
    </>
  );
}

function FirstArtist() {
  const { t } = useTranslation();
  return (
    <>
      <p>{t("studio.create.none")}</p>
      <Link className="btn go" to={paths.createArtistChoice}>
        {t("studio.create.firstArtist")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </>
  );
}

function Artists({ artists }: { artists: readonly OwnArtist[] }) {
  const { t } = useTranslation();
  return (
    <>
      <h3 className="small b">{t("studio.create.choose")}</h3>
      <ul className="way-artists">
        {artists.map(({ id, name, image }) => (
          <li key={id}>
            <Link to={paths.createWrap({ aid: id, an: name })}>
              <Picture image={image} alt="" sizes="56px" />
              <span className="b">{name}</span>
              <ArrowRight className="i" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      <p className="small">
        <Link className="u" to={paths.createArtistChoice}>
          {t("studio.create.otherArtist")}
        </Link>
      </p>
    </>
  );
}
