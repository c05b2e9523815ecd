import { useQuery } from "@tanstack/react-query";
import { getSong, type Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { experienceNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addressOnExplorer, isOwnChain, networkName } from "../../../lib/networks.ts";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { paths, REWARDS_TAB } from "../../../paths.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import { playerActions } from "../../../shell/player/player.ts";
import { titleLength } from "../../../ui/format/format.ts";
import { Hero } from "../../../ui/layout/hero.tsx";
import { openingPhase } from "./campaign-entry.ts";
import { pointsLabel, priceLabel, spotsFact, stateClass, stateLabel } from "./campaign-labels.ts";
import { songOptions } from "./experience-data.ts";
import { Participate, useOffer } from "./experience-participate.tsx";
import { OpensAt } from "./lazy-parts.ts";
import { ShareExperience } from "./share-experience.tsx";

export function ExperienceHero({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { song } = campaign;
  const heard = useOfferedSong(campaign);
  return (
    <Hero
      className="ex"
      image={campaign.image}
      alt={campaign.image === null ? "" : t("experiences.promo", { name: campaign.name })}
      top={
        <>
          <Link className="row small back" to={paths.experiences()}>
            <ArrowLeft className="i" aria-hidden="true" /> <span>{t("experiences.back")}</span>
          </Link>
          <span className="code">{t("experiences.number", { number: experienceNumber(campaign.id) })}</span>
        </>
      }
      action={
        <div className="hero-do">
          <Participate campaign={campaign} />
          {heard === undefined ? null : <PlayButton song={heard} label />}
          <ShareExperience campaign={campaign} />
        </div>
      }
      below={<HeroFacts campaign={campaign} />}
    >
      <p className="ex-state">
        <State campaign={campaign} />
      </p>
      <h1 className={`display ${titleLength(campaign.name)}`}>{campaign.name}</h1>
      <p className="lead">
        {t("experiences.for")}{" "}
        <Link className="u" to={paths.wrap(song.pretty_id)}>
          {song.name}
        </Link>
        , {song.artist}
      </p>
    </Hero>
  );
}

/** Returns the song of a campaign with its audio. The player offers it, and stays silent. */
function useOfferedSong(campaign: Campaign): Song | undefined {
  const { data } = useQuery({ ...queryOf(getSong, songOptions(campaign)), retry: false });
  const song = data?.song;
  useEffect(() => {
    if (song !== undefined) playerActions.offerSong(song, false);
  }, [song]);
  return song?.audio_uri === null ? undefined : song;
}

/** Names the state, or when the experience opens. */
function State({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const opening = openingPhase(campaign);
  const label = stateLabel(t, campaign);
  return (
    <span className={`${stateClass(campaign)} b`}>
      {opening === undefined ? (
        label
      ) : (
        <Suspense fallback={label}>
          <OpensAt at={opening.starts_at} />
        </Suspense>
      )}
    </span>
  );
}

/** A contract proves that tokens were issued. The stamp links to its block explorer; the details name the contract. */
function IssuedStamp({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  if (campaign.contract_address === null) return null;
  const network = campaign.contract_network ?? campaign.network;
  // No explorer can reach the platform's own chain.
  const isOwn = isOwnChain(network);
  return (
    <div>
      <dt>{networkName(t, network)}</dt>
      <dd>
        <a
          className="stamp"
          href={isOwn ? undefined : addressOnExplorer(network, campaign.contract_address)}
          target="_blank"
          rel="noreferrer"
          title={t(isOwn ? "wrap.token.ownChain" : "experiences.explorer")}
        >
          {t("experiences.issued")}
          {isOwn ? null : <span className="vh"> {t("experiences.explorer")}</span>}
        </a>
      </dd>
    </div>
  );
}

const pictureKeys = { GENERATIVE: "unique", FIXED_IMAGE: "varied", RANDOM: "shuffled" } as const;
const pictureKey = ({ type, is_alike }: Campaign) => (is_alike ? "same" : pictureKeys[type]);

/** The button to participate names the price, so the facts do only without it. */
function HeroFacts({ campaign }: { campaign: Campaign }) {
  const { t, i18n } = useTranslation();
  const { entry, reason } = useOffer(campaign);
  const isOver = entry === "completed";
  const isOffered = !isOver && reason === undefined;
  const price = priceLabel(t, campaign);
  return (
    <dl className="kv hero-facts">
      <div>
        <dt>{t("experiences.columnPlaces")}</dt>
        <dd className="num b">{spotsFact(t, campaign, i18n.language)}</dd>
      </div>
      {isOffered ? null : (
        <div>
          <dt>{t("experiences.price")}</dt>
          <dd className="num b">{isOver ? t("experiences.was", { price }) : price}</dd>
        </div>
      )}
      <div>
        <dt>{t(isOver ? "experiences.earned" : "experiences.earn")}</dt>
        <dd className="num b">
          <Link className="u" to={paths.wrap(campaign.song.pretty_id, { tab: REWARDS_TAB })}>
            {pointsLabel(t, campaign, i18n.language)}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t("experiences.eachPicture")}</dt>
        <dd className="b">{t(`experiences.${pictureKey(campaign)}`)}</dd>
      </div>
      <IssuedStamp campaign={campaign} />
    </dl>
  );
}
