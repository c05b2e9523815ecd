import { claimStates, getReceivedClaims } from "@wrapsody/shared/rewards/claims.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../lib/language/language.ts";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { choiceParam, idParam, useListParams } from "../../../lib/pages/list-params.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { usePolling } from "../../../lib/polling.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/feedback/states.tsx";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { FilterSelect, ListFilters } from "../../../ui/lists/filters.tsx";
import { ListHeader, useTotalText } from "../../../ui/lists/paged-list.tsx";
import { FilterPicker } from "../../../ui/pickers/filter-picker.tsx";
import { toWrapOption, useOwnWrap, useWrapSource } from "../../../ui/pickers/own-lists.ts";
import { PagedList, type PageHandle, useAuthedQuery } from "../../accounts/index.ts";
import type { Route } from "./+types/claims";
import { ClaimRows } from "./claim-rows.tsx";
import { ExportClaims } from "./export-claims.tsx";
import "../decision-list.css";
import "./received.css";

const list = {
  pageSize: 20,
  params: { state: choiceParam(claimStates, "state"), song: idParam("song_id") },
  path: paths.receivedClaims,
};

/** Counts the claims that wait for the reader, whatever the list shows. */
const waitingFilter = { key: "state", operator: "==", value: "REQUESTED" } as const;

export async function clientLoader() {
  await loadNamespaces("claims");
  return null;
}

const loading = { rows: 6, height: "6rem" };
export const handle = { loading } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("accounts.you.links.claims.name"), language);
}

/** Data that changes while the page is open. */
const changing = [getReceivedClaims];

/** Claims by fans on the rewards of the user's wraps. */
export default function ReceivedClaimsPage() {
  const { t } = useTranslation();
  const params = useListParams(list);
  const query = useAuthedQuery(getReceivedClaims, { list: params.list });
  const totalText = useTotalText("received.total", query.data?.total);
  const waiting =
    useAuthedQuery(getReceivedClaims, {
      list: { limit: 1, filters: [waitingFilter] },
    }).data?.total ?? 0;
  const waitingText = useTotalText("received.waiting", waiting);
  const [status, announce] = useStatusMessage();
  usePolling(changing);
  return (
    <>
      <ListHeader
        title={t("accounts.you.links.claims.name")}
        status={waiting === 0 || totalText === undefined ? totalText : `${totalText}, ${waitingText}`}
      >
        <ExportClaims />
      </ListHeader>
      <section className="sec to-decide" aria-label={t("accounts.you.links.claims.name")}>
        <ListFilters label={t("received.find")} params={params} className="to-decide-filters">
          <StateFilter state={params.filters.state} />
          <WrapFilter song={params.filters.song} />
        </ListFilters>
        <StatusMessage {...status} />
        <PagedList
          query={query}
          params={params}
          loading={loading}
          empty={<NoClaims isFiltered={params.list.filters.length > 0} />}
        >
          {(claims) => <ClaimRows claims={claims} announce={announce} />}
        </PagedList>
      </section>
    </>
  );
}

function StateFilter({ state }: { state: string | undefined }) {
  const { t } = useTranslation();
  return (
    <FilterSelect name="state" label={t("received.state")} value={state}>
      <option value="">{t("received.everyState")}</option>
      {claimStates.map((each) => (
        <option key={each} value={each}>
          {t(`claims.state.${each}`)}
        </option>
      ))}
    </FilterSelect>
  );
}

function WrapFilter({ song }: { song: number | undefined }) {
  const { t } = useTranslation();
  const source = useWrapSource();
  const { data } = useOwnWrap(song === undefined ? undefined : String(song));
  return (
    <FilterPicker
      name="song"
      label={t("received.wrap")}
      source={source}
      value={song}
      chosen={data === undefined ? undefined : toWrapOption(t, data.song)}
      none={t("received.everyWrap")}
    />
  );
}

function NoClaims({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation();
  if (isFiltered) {
    return (
      <EmptyState title={t("received.noneFound")}>
        <Link className="u b" to={paths.receivedClaims()}>
          {t("received.all")}
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t("received.none")}>
      <p>{t("received.noneText")}</p>
      <Link className="u b" to={paths.myWraps()}>
        {t("received.toWraps")}
      </Link>
    </EmptyState>
  );
}
