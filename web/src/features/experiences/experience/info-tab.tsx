import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import type { Campaign, getDropMetadata } from "@wrapsody/shared/experiences/experiences.ts";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { networkName } from "../../../lib/networks.ts";
import { paths } from "../../../paths.ts";
import { formatCount, formatDate } from "../../../ui/format/format.ts";
import { Royalty } from "../../../ui/format/royalty.tsx";
import { TermNote } from "../../../ui/format/term-note.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { slotName } from "../artworks/slots.ts";
import { shownState } from "./campaign-entry.ts";
import {
  pointsLabel,
  priceLabel,
  spotsFact,
  stateLabel,
  typeDescription,
  typeLabel,
} from "./campaign-labels.ts";
import { type Fact, Facts } from "./facts.tsx";

type Stats = AnswerOf<typeof getDropMetadata>;

export function InfoTab({
  campaign,
  stats,
  children,
}: {
  campaign: Campaign;
  stats: Stats | undefined;
  /** What comes first. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className="ex-pane">
      {children}
      <Section title={t("experiences.about")}>
        <About description={campaign.description} />
      </Section>
      <Section title={t("experiences.facts")}>
        <CampaignFacts campaign={campaign} />
        {campaign.contract_address === null ? null : <TermNote term="wnft" />}
      </Section>
      <Section title={typeLabel(t, campaign.type)}>
        <p className="ex-measure">{typeDescription(t, campaign)}</p>
      </Section>
      {stats === undefined ? null : (
        <Section title={t("experiences.combinations")}>
          <Combinations campaign={campaign} stats={stats} />
        </Section>
      )}
    </div>
  );
}

/** Blank lines separate the paragraphs of a description. The first paragraph is the lead. */
function About({ description }: { description: string }) {
  const { t } = useTranslation();
  const paragraphs = description.split(/\n\s*\n/).filter((text) => text.trim() !== "");
  if (paragraphs.length === 0) return <p className="dim">{t("experiences.noDescription")}</p>;
  return (
    <div className="ex-about">
      {paragraphs.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move, and two may be equal
        <p key={index} className={index === 0 && text.length < 600 ? "lead" : undefined}>
          {text}
        </p>
      ))}
    </div>
  );
}

function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useTranslation();
  const { song } = campaign;
  const isOver = shownState(campaign) === "Completed";
  const price = priceLabel(t, campaign);
  const date = (iso: string) => formatDate(iso, i18n.language);
  const rows: Fact[] = [
    [
      t("experiences.wrap"),
      <Link key="wrap" className="u" to={paths.wrap(song.pretty_id)}>
        {song.name}
      </Link>,
    ],
    [t("experiences.artist"), song.artist],
    [t("experiences.columnState"), stateLabel(t, campaign)],
    [t("experiences.columnPlaces"), spotsFact(t, campaign, i18n.language)],
    [t("experiences.price"), isOver ? t("experiences.was", { price }) : price],
    ...(campaign.royalty_rate > 0 ? [royaltyFact(t, campaign)] : []),
    [t(isOver ? "experiences.earned" : "experiences.earn"), pointsLabel(t, campaign, i18n.language)],
    [t("experiences.network"), networkName(t, campaign.contract_network ?? campaign.network)],
    [t("experiences.announced"), date(campaign.created_at)],
  ];
  if (campaign.activated_at !== null) rows.push([t("experiences.started"), date(campaign.activated_at)]);
  if (campaign.last_batch_sent_at !== null)
    rows.push([t("experiences.lastSent"), date(campaign.last_batch_sent_at)]);
  return <Facts facts={rows} />;
}

const royaltyFact = (t: TFunction, { royalty_rate, royalty_receiver }: Campaign): Fact => [
  t("experiences.royalty"),
  <Royalty key="royalty" rate={royalty_rate} receiver={royalty_receiver} />,
];

function Combinations({ campaign, stats }: { campaign: Campaign; stats: Stats }) {
  const { t, i18n } = useTranslation();
  return (
    <div className="ex-count">
      <p>
        <span className="no">{formatCount(stats.possibleCombinations, i18n.language)}</span>
        <span className="small dim">
          {t("experiences.combinationsText", { count: stats.possibleCombinations })}
        </span>
      </p>
      {stats.slots.length === 0 ? null : (
        <ol className="ex-slots" aria-label={t("experiences.slots")}>
          {stats.slots.map(({ slot_number, total }) => (
            <li key={slot_number}>
              <span className="no">
                <span className="vh">{t("experiences.slot")} </span>
                {slot_number}
              </span>
              <span className="small">{slotName(campaign, slot_number)}</span>
              <span className="code">{t("experiences.parts", { count: total })}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
