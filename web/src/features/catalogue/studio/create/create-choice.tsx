import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { LoadingRows } from "../../../../ui/feedback/states.tsx";
import type { PageHandle } from "../../../accounts/index.ts";
import type { Route } from "./+types/create-choice";
import { ArtistChoice, useListedArtists } from "./artist-choice.tsx";
import { BulkImportOption } from "./bulk-import-option.tsx";
import "./choice.css";

const loading = { rows: 6, height: "4.5rem" };
export const handle = { loading } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("studio.create.title"), language);
}

/** Offers to create one wrap by form, for a selected artist, or many from a file. */
export default function CreateChoicePage() {
  const { t } = useTranslation();
  const query = useListedArtists();
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("studio.create.title")}</h1>
          <p className="dim ways-lead">{t("studio.create.text")}</p>
        </div>
      </header>
      {query.isPending ? (
        <section className="sec" aria-label={t("studio.create.title")}>
          <LoadingRows {...loading} />
        </section>
      ) : (
        <Ways query={query} />
      )}
    </>
  );
}

function Ways({ query }: { query: ReturnType<typeof useListedArtists> }) {
  const { t } = useTranslation();
  const hasArtists = query.data?.total !== 0;
  return (
    <div className={hasArtists ? "ways song-ways" : "ways three"}>
      <section aria-labelledby="one">
        <h2 id="one" className="head">
          {t("studio.create.one")}
        </h2>
        <p className="dim">{t("studio.create.oneText")}</p>
        {hasArtists ? (
          <>
            <h3 className="b">{t("studio.create.choose")}</h3>
            <ArtistChoice query={query} />
          </>
        ) : (
          <FirstArtist />
        )}
      </section>
      <section aria-labelledby="recordings">
        <h2 id="recordings" className="head">
          {t("recordings.title")}
        </h2>
        <p className="dim">{t("recordings.text")}</p>
        <Link className="btn" to={paths.addRecordings()}>
          {t("recordings.choose")} <ArrowRight className="i" aria-hidden="true" />
        </Link>
      </section>
      <BulkImportOption title="studio.create.bulk" text="studio.create.bulkText" to={paths.createWraps} />
    </div>
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
