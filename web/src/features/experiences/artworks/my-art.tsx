import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getMyArt } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { type ListParams, useListParams } from "../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { useSignedIn } from "../../../lib/storage/session.ts";
import { paths } from "../../../paths.ts";
import { EmptyState, ErrorState } from "../../../ui/feedback/states.tsx";
import { ListHeader, useTotalText } from "../../../ui/lists/paged-list.tsx";
import { PagedList, type PageHandle } from "../../accounts/index.ts";
import { Restricted } from "../../takedown/index.ts";
import type { Route } from "./+types/my-art";
import { isOnItsWay } from "./artwork-data.ts";
import { CollectedGrid } from "./collected-grid.tsx";

const list = { pageSize: 12, params: {}, path: paths.myArt };

export const handle = { loading: { title: "accounts.art.title", shape: "squares" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.art.title"), language);
}

export default function MyArtPage() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const query = useOwnArt(params.list);
  const total = query.data?.total ?? 0;
  return (
    <>
      <ListHeader
        title={t("accounts.art.title")}
        status={useTotalText("accounts.art.total", total || undefined)}
      />
      <OpenedSection />
      <section className="sec list-sec" aria-label={t("accounts.art.title")}>
        <PagedList
          query={query}
          params={params}
          loading={{ shape: "squares" }}
          empty={total === 0 ? <NothingCollected /> : <EmptyState title={t("experiences.noMore")} />}
        >
          {(artworks) => (
            <>
              <Restricted
                things={artworks.map(({ id, campaign }) => ({
                  kind: "artwork",
                  target: `${campaign.id}-${id}`,
                }))}
              />
              <CollectedGrid artworks={artworks} />
            </>
          )}
        </PagedList>
        {total === 0 ? null : <p className="small dim ex-note">{t("experiences.thirtyMinutes")}</p>}
      </section>
    </>
  );
}

const loadOpenedExperiences = async () => (await import("../../rewards/index.ts")).loadOpenedExperiences();

const POLL_INTERVAL_MS = 5_000;

/** Polls while an artwork on the page is on its way to a wallet. */
function useOwnArt(page: ListParams["list"]) {
  const enabled = useSignedIn();
  return useQuery({
    ...queryOf(getMyArt, { list: page }),
    enabled,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isOnItsWay) === true ? POLL_INTERVAL_MS : false),
  });
}

/** The experiences that reward claims have unlocked, where the user may get a first artwork. */
function OpenedSection() {
  const { t } = useTranslation();
  const { part: OpenedExperiences, failed, retry } = useLazyModule("opened", loadOpenedExperiences);
  if (failed) return <ErrorState message={t("errors.part")} retry={retry} />;
  return OpenedExperiences === undefined ? null : <OpenedExperiences />;
}

function NothingCollected() {
  const { t } = useTranslation();
  return (
    <div className="void">
      <p className="lead">{t("accounts.art.none")}</p>
      <p className="small dim">{t("accounts.art.noneText")}</p>
      <Link className="btn go" to={paths.experiences()}>
        {t("accounts.art.toExperiences")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
      <p className="small dim">{t("accounts.art.linkText")}</p>
      <Link className="btn" to={paths.settings}>
        {t("accounts.art.toWallets")} <ArrowRight className="i" aria-hidden="true" />
      </Link>
    </div>
  );
}
