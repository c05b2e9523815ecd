import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ListParams } from "../../../lib/pages/list-params.ts";
import { StatusMessage, useStatusMessage } from "../../../ui/feedback/status-message.tsx";
import { FilterSelect, ListFilters } from "../../../ui/lists/filters.tsx";
import { ListHeader, useTotalText } from "../../../ui/lists/paged-list.tsx";
import { PagedList } from "../../accounts/index.ts";

type Props<Hold> = Pick<ComponentProps<typeof PagedList<Hold>>, "query" | "empty"> & {
  params: ListParams;
  /** Entry on hold. */
  show: "" | "plays";
  /** Prefix of the keys of the title and the total. */
  texts: string;
  /** Further filters. */
  filters?: ReactNode;
  /** Renders the rows; `announce` reports a decision. */
  rows: (holds: readonly Hold[], announce: (text: string) => void) => ReactNode;
  /** Follows the list. */
  children?: ReactNode;
};

/** The list of points or of plays on hold, with the choice between them. */
export function HoldList<Hold>({ show, texts, filters, query, params, empty, rows, children }: Props<Hold>) {
  const { t } = useTranslation();
  const totalText = useTotalText(`${texts}.total`, query.data?.total);
  const [status, announce] = useStatusMessage();
  const title = t(`${texts}.title`);
  return (
    <>
      <ListHeader title={title} status={totalText} />
      <section className="sec to-decide" aria-label={title}>
        <ListFilters label={t("holds.find")} params={params} className="to-decide-filters">
          <FilterSelect name="show" label={t("holds.show")} value={show}>
            <option value="">{t("holds.points")}</option>
            <option value="plays">{t("holds.plays.name")}</option>
          </FilterSelect>
          {filters}
        </ListFilters>
        <StatusMessage {...status} />
        <PagedList query={query} params={params} loading={{ rows: 6, height: "5.5rem" }} empty={empty}>
          {(holds) => rows(holds, announce)}
        </PagedList>
        {children}
      </section>
    </>
  );
}
