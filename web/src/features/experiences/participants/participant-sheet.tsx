import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import type { Campaign, Component, Participant } from "@wrapsody/shared/experiences/experiences.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import RotateCw from "lucide-react/icons/rotate-cw";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { addressOnExplorer, isOwnChain, networkName, tokenOnExplorer } from "../../../lib/networks.ts";
import { paths } from "../../../paths.ts";
import { PlayButton } from "../../../shell/player/play-button.tsx";
import { Address } from "../../../ui/format/address.tsx";
import { formatDate } from "../../../ui/format/format.ts";
import { Hero, heroSizes } from "../../../ui/layout/hero.tsx";
import { Section } from "../../../ui/layout/section.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { participantNumber } from "../artworks/artwork-data.ts";
import { percentLessRare, useRankText } from "../artworks/rarity.tsx";
import { type Fact, Facts } from "../experience/facts.tsx";
import { loadArtworkActions, useYours } from "../own-artwork/load.ts";
import { ParticipantTraits } from "./participant-traits.tsx";

type SheetProps = {
  campaign: Campaign;
  participant: Participant;
  components: readonly Component[];
  /** The wrap of the experience; undefined if it could not be loaded. */
  song: Song | undefined;
  /** Refetches the participant, whose artwork may have been rendered since. */
  retry: () => void;
};

/** One participant's artwork, large, with its details. */
export function ParticipantSheet({ campaign, participant, components, song, retry }: SheetProps) {
  const { t } = useTranslation();
  const number = participantNumber(participant);
  const late = participant.image === null;
  const [stage, setStage] = useState<HTMLElement | null>(null);
  return (
    <>
      <Hero
        className="art"
        image={participant.image}
        picture={
          <div ref={setStage} className="rv-stage">
            <Picture
              image={participant.image}
              alt={late ? "" : t("experiences.artworkOf", { number, name: campaign.name })}
              sizes={heroSizes}
              priority
            />
          </div>
        }
        top={
          <Link className="row small back" to={paths.experience(campaign.pretty_id, { tab: "participants" })}>
            <ArrowLeft className="i" aria-hidden="true" /> <span>{campaign.name}</span>
          </Link>
        }
        action={<SheetActions campaign={campaign} participant={participant} song={song} stage={stage} />}
        below={<SheetFacts campaign={campaign} participant={participant} />}
      >
        <h1 className="title" aria-label={t("experiences.artworkTitle", { number, name: campaign.name })}>
          <span className="no art-no" data-length={number.length}>
            {number}
          </span>
          {t("experiences.artworkOfExperience", { name: campaign.name })}
        </h1>
        <p className="lead">
          {t("experiences.for")}{" "}
          <Link className="u" to={paths.wrap(campaign.song.pretty_id)}>
            {campaign.song.name}
          </Link>
          , {campaign.song.artist}
        </p>
        {late ? <PendingArtwork retry={retry} /> : null}
      </Hero>
      <div className="ex-pane">
        {participant.traits.length === 0 ? null : (
          <Section title={t("experiences.traits")}>
            <ParticipantTraits campaign={campaign} participant={participant} components={components} />
          </Section>
        )}
        <Section title={t("experiences.token")}>
          <Token campaign={campaign} participant={participant} />
        </Section>
      </div>
    </>
  );
}

type ActionsProps = Pick<SheetProps, "campaign" | "participant" | "song"> & { stage: HTMLElement | null };

/** Plays the wrap, and shares, downloads and reveals the artwork. */
function SheetActions({ campaign, participant, song, stage }: ActionsProps) {
  const { part: Actions } = useLazyModule("artwork-actions", loadArtworkActions);
  return (
    <div className="row hero-do rv-do">
      {song === undefined ? null : <PlayButton song={song} label className="btn go" />}
      {participant.image === null || Actions === undefined ? null : (
        <Actions campaign={campaign} artwork={participant} stage={stage} />
      )}
    </div>
  );
}

type FactsProps = Pick<SheetProps, "campaign" | "participant">;

/** Whose the artwork is, and how rare. */
function SheetFacts({ campaign, participant }: FactsProps) {
  const { t } = useTranslation();
  const yours = useYours();
  const rank = useRankText(participant);
  const percent = percentLessRare(participant);
  const owner = (
    <OwnerFact participant={participant} network={campaign.contract_network ?? campaign.network} />
  );
  return (
    <dl className="kv hero-facts">
      <div>
        <dt>{t("experiences.owner")}</dt>
        <dd>
          {yours === undefined ? owner : <yours.OwnOrOther artwork={participant}>{owner}</yours.OwnOrOther>}
        </dd>
      </div>
      {rank === undefined ? null : (
        <div>
          <dt>{t("experiences.rarity")}</dt>
          <dd>
            <span className="num b">{rank}</span>
            {percent === undefined ? null : (
              <span className="art-percent small">{t("experiences.rarerThan", { percent })}</span>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}

function PendingArtwork({ retry }: { retry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="art-late">
      <p>{t("experiences.artworkLate")}</p>
      <p className="small">{t("experiences.thirtyMinutes")}</p>
      <button type="button" className="btn" onClick={retry}>
        {t("experiences.tryAgain")} <RotateCw className="i" aria-hidden="true" />
      </button>
    </div>
  );
}

function Token({ campaign, participant }: { campaign: Campaign; participant: Participant }) {
  const { t, i18n } = useTranslation();
  const network = campaign.contract_network ?? campaign.network;
  const { nft_id: token, minted_at: minted } = participant;
  const contract = campaign.contract_address;
  // No explorer can reach the platform's own chain.
  const own = isOwnChain(network);
  const rows: Fact[] = [
    [
      t("experiences.tokenId"),
      token === null ? (
        t("experiences.notMinted")
      ) : (
        <span key="token" className="code-l">
          {token}
        </span>
      ),
    ],
    [
      t("experiences.minted"),
      minted === null ? t("experiences.notMinted") : formatDate(minted, i18n.language),
    ],
    [t("experiences.joined"), formatDate(participant.created_at, i18n.language)],
    [t("experiences.network"), networkName(t, network)],
  ];
  if (contract !== null)
    rows.push([t("experiences.contract"), <Address key="contract" address={contract} />]);
  return (
    <>
      <Facts facts={rows} />
      {own ? <p className="small dim ex-note">{t("wrap.token.ownChain")}</p> : null}
      {own || contract === null || token === null ? null : (
        <p className="ex-note">
          <a
            className="btn"
            href={tokenOnExplorer(network, contract, token)}
            target="_blank"
            rel="noreferrer"
          >
            {t("experiences.explorer")} <ArrowUpRight className="i" aria-hidden="true" />
          </a>
        </p>
      )}
    </>
  );
}

/** The owner's wallet, with a link to a public explorer, or that the artwork has none. */
function OwnerFact({ participant, network }: { participant: Participant; network: Network }) {
  const { t } = useTranslation();
  const { owner_wallet_address: wallet, is_forfeited } = participant;
  if (wallet === null) return t(is_forfeited ? "experiences.forfeited" : "experiences.keptByOwner");
  const owner = <Address address={wallet} />;
  if (isOwnChain(network)) return owner;
  return <ExplorerLinks href={addressOnExplorer(network, wallet)}>{owner}</ExplorerLinks>;
}

function ExplorerLinks({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="u" href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
