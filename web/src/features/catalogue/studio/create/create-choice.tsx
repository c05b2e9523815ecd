import { getMyArtists, type OwnArtist } from "@wrapsody/shared/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { describeArtist, useArtistSource } from "../../../../ui/pickers/own-lists.ts";
import { Picker } from "../../../../ui/pickers/picker.tsx";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { type PageHandle, QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import type { Route } from "./+types/create-choice";
import { BulkImportOption } from "./bulk-import-option.tsx";
import "./choice.css";

const loading = { rows: 6, height: "4.5rem" };
export const handle = { loading } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("studio.create.title"), language);
}

/** Artists listed by name. Further ones are found by typing. */
const MAX_LISTED = 12;

/** Offers to create one wrap by form, for a selected artist, or many from a file. */
export default function CreateChoicePage() {
  const { t } = useTranslation();
  const list = { limit: MAX_LISTED, sortKey: "name", sortDir: "ASC" } as const;
  const { data, error, refetch } = useAuthedQuery(getMyArtists, { list });
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("studio.create.title")}</h1>
          <p className="dim ways-lead">{t("studio.create.text")}</p>
        </div>
      </header>
      <div className="ways three">
        <section aria-labelledby="one">
          <h2 id="one" className="head">
            {t("studio.create.one")}
          </h2>
          <p className="dim">{t("studio.create.oneText")}</p>
          {data === undefined ? (
            <QueryState error={error} refetch={refetch} {...loading} />
          ) : data.data.length === 0 ? (
            <FirstArtist />
          ) : (
            <Artists artists={data.data} total={data.total} />
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

function Artists({ artists, total }: { artists: readonly OwnArtist[]; total: number }) {
  const { t } = useTranslation();
  return (
    <>
      <h3 className="small b">{t("studio.create.choose")}</h3>
      {total > artists.length ? <FindArtist /> : null}
      <ul className="way-artists">
        {artists.map((artist) => (
          <li key={artist.id}>
            <Link to={paths.createWrap({ aid: artist.id, an: artist.name })}>
              <Picture image={artist.image} alt="" sizes="56px" />
              <span>
                <span className="b">{artist.name}</span>
                <br />
                <span className="small dim">{describeArtist(t, artist)}</span>
              </span>
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

/** Finds any of many artists, and opens the form for it. */
function FindArtist() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const source = useArtistSource();
  return (
    <div className="way-find">
      <Picker
        label={t("studio.create.find")}
        name="artist"
        source={source}
        chosen={undefined}
        placeholder={t("studio.create.findHint")}
        problem={undefined}
        onChoose={(artist) => {
          if (artist !== undefined)
            void navigate(paths.createWrap({ aid: Number(artist.id), an: artist.name }));
        }}
      />
    </div>
  );
}
