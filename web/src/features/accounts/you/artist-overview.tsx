import { useQuery } from "@tanstack/react-query";
import { getMyDapps } from "@wrapsody/shared/experiences/campaigns.ts";
import { getDropNfts } from "@wrapsody/shared/experiences/experiences.ts";
import { getEarnings } from "@wrapsody/shared/payments/earnings.ts";
import { getReceivedClaims } from "@wrapsody/shared/rewards/claims.ts";
import { type Checklist, getMyChecklist } from "@wrapsody/shared/studio/checklist.ts";
import { getMyStatistics } from "@wrapsody/shared/studio/statistics.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths } from "../../../paths.ts";
import { Sparkline } from "../../../ui/charts/sparkline.tsx";
import { formatCount, formatDate, formatUsd } from "../../../ui/format/format.ts";
import { loadArtworkGrid } from "../../experiences/index.ts";
import { QueryState, useAuthedQuery } from "../authed-query.tsx";
import { LastStep, lastStepOf, ReleaseSteps, useReleaseChecklist } from "./checklist.tsx";

const MAX_CLAIMS = 3;
const MAX_ARTWORKS = 6;
const open = [{ key: "state", operator: "==", value: "REQUESTED" }] as const;

async function loadParts() {
  const [ArtworkGrid] = await Promise.all([loadArtworkGrid(), loadNamespaces("checklist")]);
  return { ArtworkGrid };
}
type Parts = Awaited<ReturnType<typeof loadParts>>;

/** What an artist has to do, and how the music does: plays, income, new artworks. Appears at once, so that nothing moves. */
export function ArtistOverview({ account }: { account: string }) {
  const month = new Date().toISOString().slice(0, 7);
  const steps = useAuthedQuery(getMyChecklist);
  const claims = useAuthedQuery(getReceivedClaims, { list: { limit: MAX_CLAIMS, filters: [...open] } });
  const plays = useAuthedQuery(getMyStatistics, { query: {} });
  const earnings = useAuthedQuery(getEarnings, { query: { from: month, to: month } });
  const newest = useNewestArtworks();
  const { part: parts, failed, retry } = useLazyModule("artist overview", loadParts);
  const queries = [steps, claims, plays, earnings, newest];
  const error = queries.find((query) => query.error !== null)?.error ?? null;
  if (
    parts === undefined ||
    steps.data === undefined ||
    claims.data === undefined ||
    plays.data === undefined ||
    earnings.data === undefined ||
    newest.isLoading
  )
    return (
      <div className="you-main">
        <QueryState
          error={error ?? (failed ? new Error("parts of the overview were not loaded") : null)}
          refetch={() => [...queries.map((query) => query.refetch()), retry()]}
          rows={6}
          height="6rem"
        />
      </div>
    );
  return (
    <div className="you-main">
      <ToDo key={account} account={account} checklist={steps.data} claims={claims.data} />
      <div className="you-figures">
        <Plays total={plays.data.total.plays} before={plays.data.before.plays} days={plays.data.days} />
        <Net cents={earnings.data.total.net} />
      </div>
      <Newest newest={newest.data} parts={parts} />
    </div>
  );
}

type Claim = {
  id: number;
  reward: { name: string };
  song: { name: string };
  fan: { name: string } | null;
};
type ToDoProps = {
  account: string;
  checklist: Checklist;
  claims: { data: readonly Claim[]; total: number };
};

/** What waits for the artist: claims to answer, then what is left to the first release. The first of all is the next step. */
function ToDo({ account, checklist, claims: { data, total } }: ToDoProps) {
  const { t } = useTranslation();
  const release = useReleaseChecklist(account, checklist);
  const last = release.isShown ? lastStepOf(checklist) : undefined;
  return (
    <>
      {total === 0 && last === undefined ? null : (
        <section className="you-part" aria-labelledby="to-do">
          <div className="split">
            <h2 id="to-do" className="head">
              {t("checklist.you.toDo")}
            </h2>
            {total === 0 ? null : (
              <Link className="u small" to={paths.receivedClaims()}>
                {t("checklist.you.claims", { count: total })}
              </Link>
            )}
          </div>
          <ul className="you-orders">
            {data.map((claim, place) => (
              <OpenClaim key={claim.id} claim={claim} isNext={place === 0} />
            ))}
            {last === undefined ? null : (
              <LastStep step={last} checklist={checklist} isNext={total === 0} hide={release.hide} />
            )}
          </ul>
        </section>
      )}
      {release.isShown && last === undefined ? (
        <ReleaseSteps checklist={checklist} isFirst={total === 0} hide={release.hide} />
      ) : null}
    </>
  );
}

function OpenClaim({ claim: { reward, song, fan }, isNext }: { claim: Claim; isNext: boolean }) {
  const { t } = useTranslation();
  return (
    <li>
      <div>
        <p className="b">{reward.name}</p>
        <p className="small dim">{fan === null ? song.name : `${fan.name}, ${song.name}`}</p>
      </div>
      <Link
        className={isNext ? "mark" : "u small"}
        to={paths.receivedClaims()}
        aria-label={t("checklist.you.answerNamed", { reward: reward.name })}
      >
        {t("checklist.you.answer")} {isNext ? <ArrowRight className="i" aria-hidden="true" /> : null}
      </Link>
    </li>
  );
}

type PlaysProps = { total: number; before: number; days: readonly { day: string; plays: number }[] };

function Plays({ total, before, days }: PlaysProps) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatCount(value, i18n.language);
  return (
    <Part
      title={t("checklist.you.plays")}
      to={paths.statistics()}
      all={t("accounts.you.links.statistics.name")}
    >
      <p className="you-number">
        <span className="no">{number(total)}</span>{" "}
        <span className="small dim">
          {t("checklist.you.before", { count: before, plays: number(before) })}
        </span>
      </p>
      {total === 0 ? null : (
        <div>
          <Sparkline values={days.map(({ plays }) => plays)} isLastOpen />
          <p className="split meta dim num">
            <span>{formatDate(days[0]?.day ?? "", i18n.language)}</span>
            <span>{t("accounts.history.today")}</span>
          </p>
        </div>
      )}
    </Part>
  );
}

function Net({ cents }: { cents: number }) {
  const { t } = useTranslation();
  return (
    <Part title={t("checklist.you.net")} to={paths.earnings()} all={t("accounts.you.links.earnings.name")}>
      <p className="you-number">
        <span className="no">{formatUsd(cents / 100)}</span>
      </p>
      <p className="small dim">{t("checklist.you.netText")}</p>
    </Part>
  );
}

/** Fetches the latest artworks of the artist's newest experience with artworks. */
function useNewestArtworks() {
  const dapps = useAuthedQuery(getMyDapps, { list: { limit: 5, sortKey: "is_active", sortDir: "DESC" } });
  const campaign = dapps.data?.data.find(({ nfts }) => nfts > 0);
  const filters = [{ key: "song_campaign_id", operator: "==", value: campaign?.id ?? 0 } as const];
  const artworks = useQuery({
    ...queryOf(getDropNfts, { list: { limit: MAX_ARTWORKS, filters } }),
    enabled: campaign !== undefined,
  });
  return {
    data: campaign === undefined ? undefined : { campaign, participants: artworks.data?.data ?? [] },
    isLoading: dapps.isLoading || artworks.isLoading,
    error: dapps.error ?? artworks.error,
    refetch: () => [dapps.refetch(), artworks.refetch()],
  };
}

type NewestProps = { newest: ReturnType<typeof useNewestArtworks>["data"]; parts: Parts };

function Newest({ newest, parts: { ArtworkGrid } }: NewestProps) {
  const { t } = useTranslation();
  if (newest === undefined || newest.participants.length === 0) return null;
  const { campaign, participants } = newest;
  return (
    <Part
      title={t("checklist.you.newest", { name: campaign.name })}
      to={paths.experienceNfts(campaign.pretty_id)}
      all={t("checklist.you.allArtworks", { count: campaign.nfts })}
    >
      <ArtworkGrid campaign={campaign} participants={participants} even />
    </Part>
  );
}

type PartProps = { title: string; to: string; all: string; children: ReactNode };

function Part({ title, to, all, children }: PartProps) {
  return (
    <section className="you-part">
      <div className="split">
        <h2 className="head">{title}</h2>
        <Link className="u small" to={to}>
          {all}
        </Link>
      </div>
      {children}
    </section>
  );
}
