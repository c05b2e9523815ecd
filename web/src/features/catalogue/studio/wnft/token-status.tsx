import type { OwnToken } from "@wrapsody/shared/catalogue/wnft.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import { useTranslation } from "react-i18next";
import { networkName } from "../../../../lib/networks.ts";
import { Royalty } from "../../../../ui/format/royalty.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { LearnToken } from "../../wrap/learn/learn-token.tsx";
import { TokenOwner } from "./token-owner.tsx";

type Props = { song: OwnSong; token: OwnToken };

/** A minted or pending token: network, owner and metadata. */
export function TokenStatus({ song, token }: Props) {
  const { t } = useTranslation();
  const { nft_id, nft_hash, nft_network, nft_confirmed, contract_address } = token;
  const displayed = { nft_id, nft_hash, nft_network, nft_confirmed, contract_address };
  return (
    <div className="wrap-page">
      {token.state === "PENDING" ? <Minting token={token} /> : null}
      <LearnToken song={{ ...song, ...displayed }} />
      <TokenOwner songId={song.id} name={song.name} token={token} />
      {token.royalty === null ? null : (
        <Section title={t("royalty.label")}>
          <p className="small">
            <Royalty {...token.royalty} />
          </p>
        </Section>
      )}
      <Section title={t("wnft.part.metadata")}>
        <Metadata token={token} />
      </Section>
    </div>
  );
}

function Minting({ token }: { token: OwnToken }) {
  const { t } = useTranslation();
  const network = token.nft_network === null ? "" : networkName(t, token.nft_network);
  return (
    <p className="wnft-way">
      {t("wnft.pendingText", { network })}{" "}
      {token.use_ipfs && token.metadata_uri === null ? t("wnft.pendingIpfs") : ""}
    </p>
  );
}

function Metadata({ token: { owner, use_ipfs, metadata_uri, ipfs_is_pinned, state } }: { token: OwnToken }) {
  const { t } = useTranslation();
  // The metadata of a token that was issued elsewhere is unknown.
  if (owner === null) return <p className="small dim">{t("wnft.metadataUnknown")}</p>;
  if (!use_ipfs) return <p className="small">{t("wnft.onServer")}</p>;
  return (
    <>
      <p className="small">{t("wnft.onIpfs")}</p>
      {metadata_uri === null ? null : (
        <p className="wnft-uri code-l">
          <a className="u" href={metadata_uri.replace("ipfs://", "/ipfs/")} target="_blank" rel="noreferrer">
            {metadata_uri}
          </a>
        </p>
      )}
      {state === "MINTED" && !ipfs_is_pinned ? <p className="small">{t("wnft.ipfsAlone")}</p> : null}
    </>
  );
}
