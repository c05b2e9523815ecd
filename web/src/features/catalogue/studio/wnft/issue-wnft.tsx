import { useQueryClient } from "@tanstack/react-query";
import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { getMySongNft, type OwnToken } from "@wrapsody/shared/catalogue/wnft.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { StatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { TermNote } from "../../../../ui/format/term-note.tsx";
import { Picture } from "../../../../ui/pictures/picture.tsx";
import { type PageHandle, QueryPage, QueryState } from "../../../accounts/index.ts";
import { missingWrap, useOwnSong, useSongChanged } from "../manage/own-song.ts";
import { WrapState } from "../my-wraps/wrap-state.tsx";
import type { Route } from "./+types/issue-wnft";
import { IssueForm } from "./issue-form.tsx";
import { useOwnToken } from "./own-token.ts";
import { TokenStatus } from "./token-status.tsx";
import { WnftLimit, WnftNoNetwork, WnftNotPublic } from "./wnft-stops.tsx";
import "./wnft.css";

export const handle = { loading: { shape: "form" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("wnft.title"), language);
}

export default function IssueWnftPage({ params }: Route.ComponentProps) {
  return <WnftOfWrap key={params.songId} reference={params.songId} />;
}

function WnftOfWrap({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const query = useOwnSong(reference);
  return (
    <QueryPage query={query} title={t("wnft.title")} missing={missingWrap(t)} shape="form">
      {(data) => <Wnft song={data.song} />}
    </QueryPage>
  );
}

function Wnft({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  const { data: token, error, refetch } = useOwnToken(song.id);
  return (
    <>
      <WnftHead song={song} />
      {token === undefined ? (
        <section className="sec wnft" aria-label={t("wnft.title")}>
          <QueryState error={error} refetch={refetch} shape="form" />
        </section>
      ) : (
        <>
          <StatusMessage text={statusText(token.state, t)} />
          <section className="sec wnft" aria-label={t("wnft.title")}>
            <WnftStatus song={song} token={token} />
            <p className="small wnft-bulk">
              {t("wnft.bulk")}{" "}
              <Link className="u b" to={paths.createWraps}>
                {t("wnft.bulkLink")}
              </Link>
            </p>
          </section>
        </>
      )}
    </>
  );
}

/** Returns the status text above the form; undefined if the publisher can choose. */
function statusText(state: OwnToken["state"], t: (key: string) => string): string | undefined {
  if (state === "PENDING") return t("wnft.pending");
  return state === "MINTED" ? t("wnft.issued") : undefined;
}

function WnftStatus({ song, token }: { song: OwnSong; token: OwnToken }) {
  const client = useQueryClient();
  const changed = useSongChanged();
  const { state, plan } = token;
  if (state === "PENDING" || state === "MINTED") return <TokenStatus song={song} token={token} />;
  const onRequested = () => {
    invalidateQueries(client, getMySongNft);
    void changed(song.id);
    // The status is at the top of the page and the form disappears.
    scrollTo({ top: 0, behavior: "instant" });
  };
  return (
    <>
      <TermNote term="wnft" />
      {state === "FAILED" ? <Failed problem={token.problem} /> : null}
      {song.status !== "ACTIVE" ? (
        <WnftNotPublic song={song.id} />
      ) : plan.most !== null && plan.used >= plan.most ? (
        <WnftLimit plan={plan} />
      ) : token.offers.length === 0 ? (
        <WnftNoNetwork />
      ) : (
        <IssueForm song={song} token={token} onRequested={onRequested} />
      )}
    </>
  );
}

/** Shows why the last attempt failed, in the words of the network or the IPFS node. */
function Failed({ problem }: { problem: string | null }) {
  const { t } = useTranslation();
  return (
    <div className="wnft-failed" role="alert">
      <p className="msg">
        <TriangleAlert className="i" aria-hidden="true" /> <span>{t("wnft.failed")}</span>
      </p>
      {problem === null ? null : (
        <p className="small" lang="en">
          {problem}
        </p>
      )}
      <p className="small">{t("wnft.failedAgain")}</p>
    </div>
  );
}

function WnftHead({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  return (
    <header className="manage-h">
      <p className="manage-back small">
        <Link className="row back" to={paths.manage(song.id)}>
          <ArrowLeft className="i" aria-hidden="true" /> {t("wnft.back")}
        </Link>
      </p>
      <figure>
        <Picture
          image={song.image}
          alt={t("wrap.cover", { name: song.name })}
          sizes="(max-width: 820px) 96px, 208px"
          priority
        />
      </figure>
      <div className="manage-who">
        <p className="row small">
          <WrapState status={song.status} />
        </p>
        <h1 className="title">{t("wnft.title")}</h1>
        <p className="b">{song.name}</p>
        <p className="dim">{song.artist}</p>
      </div>
      <p className="no manage-no" aria-hidden="true">
        {wrapNumber(song.id)}
      </p>
      {song.status !== "ACTIVE" ? null : (
        <div className="manage-do">
          <Link className="btn" to={paths.wrap(song.pretty_id)}>
            {t("manage.publicPage")} <ArrowRight className="i" aria-hidden="true" />
          </Link>
        </div>
      )}
    </header>
  );
}
