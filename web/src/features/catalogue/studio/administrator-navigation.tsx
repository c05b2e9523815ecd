import { useQueryClient } from "@tanstack/react-query";
import { getJobs } from "@wrapsody/shared/operations/jobs.ts";
import { getReports } from "@wrapsody/shared/operations/takedown.ts";
import { getWaiting, MAX_WAITING, waitingKinds } from "@wrapsody/shared/operations/waiting.ts";
import { getPayments } from "@wrapsody/shared/payments/payments.ts";
import { getHolds } from "@wrapsody/shared/rewards/holds.ts";
import { getPlayHolds } from "@wrapsody/shared/rewards/play-holds.ts";
import { getReviewQueue } from "@wrapsody/shared/studio/review.ts";
import { getChanges } from "@wrapsody/shared/studio/song-changes.ts";
import { getSplitProposals } from "@wrapsody/shared/studio/splits.ts";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { usePolling } from "../../../lib/polling.ts";
import { paths } from "../../../paths.ts";
import { scrollIntoRow } from "../../../ui/layout/scroll-into-row.ts";
import { useAuthedQuery } from "../../accounts/index.ts";

type NavItem = { name: string; to: string; holds: RegExp };

/** Sections of the administration, each with the pages that belong to it. */
const items: readonly NavItem[] = [
  { name: "reviews", to: paths.reviews(), holds: /^\/admin(\/review\/.*)?$/ },
  { name: "changes", to: paths.changes(), holds: /^\/admin\/changes$/ },
  { name: "reports", to: paths.reports(), holds: /^\/admin\/reports?(\/|$)/ },
  { name: "users", to: paths.users(), holds: /^\/admin\/users?(\/|$)/ },
  { name: "payments", to: paths.payments(), holds: /^\/admin\/payments$/ },
  { name: "holds", to: paths.holds(), holds: /^\/admin\/holds$/ },
  { name: "site", to: paths.siteSettings, holds: /^\/admin\/site$/ },
  { name: "jobs", to: paths.jobs(), holds: /^\/admin\/jobs$/ },
  { name: "audit", to: paths.audit(), holds: /^\/admin\/audit$/ },
];

/** Sections of the administration with the number of decisions that wait in each. */
export function AdministratorNavigation() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const here = pathname.replace(/(?<=.)\/$/, "");
  const heading = useId();
  const row = useRef<HTMLUListElement>(null);
  const { waiting, isLoading } = useWaiting();
  const section = items.find(({ holds }) => holds.test(here))?.to;
  useEffect(() => {
    const link = isLoading ? null : row.current?.querySelector<HTMLElement>(`[href="${section}"]`);
    if (row.current !== null && link != null) scrollIntoRow(row.current, link);
  }, [section, isLoading]);
  return (
    <nav className="studio-nav" aria-labelledby={heading} aria-busy={isLoading}>
      <p id={heading} className="small b">
        {t("studio.nav.admin")}
      </p>
      <ul ref={row}>
        {items.map(({ name, to }) => (
          <li key={name}>
            <Link to={to} aria-current={here === to ? "page" : to === section ? "true" : undefined}>
              {t(`studio.nav.${name}`)}
              <Count count={waiting(name)} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Count({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  const text = count < MAX_WAITING ? String(count) : `${MAX_WAITING - 1}+`;
  return (
    <>
      <sup aria-hidden="true">{text}</sup>
      <span className="vh"> {t("studio.nav.waiting", { count: text })}</span>
    </>
  );
}

/** Lists whose decisions are counted. */
const counted = [
  getReviewQueue,
  getSplitProposals,
  getChanges,
  getReports,
  getPayments,
  getHolds,
  getPlayHolds,
  getJobs,
];
const countedKeys = new Set(counted.map(({ method, path }) => `${method} ${path}`));
const polled = [getWaiting];

/** Returns a function that counts what waits in a section, and whether the counts load. A decision refreshes its list, and the counts with it. */
function useWaiting() {
  const client = useQueryClient();
  const { data, isPending, failureCount } = useAuthedQuery(getWaiting);
  usePolling(polled);
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "invalidate") return;
        if (countedKeys.has(String(event.query.queryKey[0]))) invalidateQueries(client, getWaiting);
      }),
    [client],
  );
  const waiting = (section: string) => {
    const kind = waitingKinds.find((known) => known === section);
    return kind === undefined ? 0 : (data?.[kind] ?? 0);
  };
  return { waiting, isLoading: isPending && failureCount === 0 };
}
