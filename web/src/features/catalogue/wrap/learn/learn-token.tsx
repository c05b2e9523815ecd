import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { pendingHash } from "@wrapsody/shared/experiences/chain.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  isOwnChain,
  networkName,
  tokenOnMarketplace,
  transactionOnExplorer,
} from "../../../../lib/networks.ts";
import { Address } from "../../../../ui/format/address.tsx";
import { TermNote } from "../../../../ui/format/term-note.tsx";
import { EmptySection, Section } from "../../../../ui/layout/section.tsx";

/** State of a song's token: none, unconfirmed, or minted. */
export type TokenState = "none" | "pending" | "minted";

export function tokenStateOf(song: Pick<Song, "nft_id" | "nft_hash" | "nft_confirmed">): TokenState {
  if (song.nft_confirmed && song.nft_id !== null) return "minted";
  return song.nft_hash === null ? "none" : "pending";
}

/** The wNFT of a song, with links to explorers and marketplaces. `children` follow below. */
export function LearnToken({ song, children }: { song: Song; children?: ReactNode }) {
  const { t } = useTranslation();
  const state = tokenStateOf(song);
  return (
    <Section title={t("wrap.wnft")}>
      <TermNote term="wnft" />
      {state === "none" ? (
        <EmptySection>{t("wrap.token.none")}</EmptySection>
      ) : (
        <>
          <TokenFacts song={song} minted={state === "minted"} />
          {state === "pending" && <p className="small dim note">{t("wrap.token.pendingNote")}</p>}
          <TokenLinks song={song} minted={state === "minted"} />
          {state === "minted" && song.nft_network !== null && isOwnChain(song.nft_network) && (
            <p className="small dim note">{t("wrap.token.ownChain")}</p>
          )}
        </>
      )}
      {children}
    </Section>
  );
}

function TokenFacts({ song, minted }: { song: Song; minted: boolean }) {
  const { t } = useTranslation();
  return (
    <dl className="kv">
      <div>
        <dt>{t("wrap.token.state")}</dt>
        <dd className={minted ? "state on" : "state wait"}>
          {t(minted ? "wrap.token.minted" : "wrap.token.pending")}
        </dd>
      </div>
      <div>
        <dt>{t("wrap.token.network")}</dt>
        <dd>{song.nft_network === null ? t("wrap.notListed") : networkName(t, song.nft_network)}</dd>
      </div>
      {song.nft_id !== null && (
        <div>
          <dt>{t("wrap.token.number")}</dt>
          <dd className="num">{song.nft_id}</dd>
        </div>
      )}
      {song.contract_address !== null && (
        <div>
          <dt>{t("wrap.token.contract")}</dt>
          <dd>
            <Address address={song.contract_address} />
          </dd>
        </div>
      )}
      {minted && song.nft_network !== null && isOwnChain(song.nft_network) && song.nft_hash !== null && (
        <div>
          <dt>{t("wrap.token.hash")}</dt>
          <dd>
            <Address address={song.nft_hash} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function TokenLinks({ song, minted }: { song: Song; minted: boolean }) {
  const { t } = useTranslation();
  const { nft_network, nft_hash, nft_id, contract_address } = song;
  // Explorers and marketplaces do not know the local chain.
  if (nft_network === null || isOwnChain(nft_network)) return null;
  const hash = nft_hash === pendingHash ? null : nft_hash;
  if (hash === null && !minted) return null;
  return (
    <p className="row note links">
      {hash !== null && (
        <a
          className="u b small"
          href={transactionOnExplorer(nft_network, hash)}
          target="_blank"
          rel="noreferrer"
        >
          {t("wrap.token.transaction")}
        </a>
      )}
      {minted && nft_id !== null && contract_address !== null && (
        <a
          className="u b small"
          href={tokenOnMarketplace(nft_network, contract_address, nft_id)}
          target="_blank"
          rel="noreferrer"
        >
          {t("wrap.token.marketplace")}
        </a>
      )}
    </p>
  );
}
