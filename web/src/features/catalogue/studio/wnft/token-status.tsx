import type { OwnSong } from "@wrapsody/shared/studio.ts";
import type { OwnToken } from "@wrapsody/shared/wnft.ts";
import { useTranslation } from "react-i18next";
import { networkName } from "../../../../lib/networks.ts";
import { Address } from "../../../../ui/format/address.tsx";
import { Royalty } from "../../../../ui/format/royalty.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { LearnToken } from "../../wrap/learn/learn-token.tsx";

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
      <Section title={t("wnft.part.owner")}>
        {token.owner === null ? (
          <p className="small dim">{t("wnft.owner.unknown")}</p>
        ) : (
          <>
            <p className="small">{t(ownerKey(token.owner, token.state))}</p>
            <p>
              <Address address={token.owner.address} />
            </p>
          </>
        )}
      </Section>
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

function ownerKey({ in_custody }: NonNullable<OwnToken["owner"]>, state: OwnToken["state"]): string {
  if (state === "PENDING") return in_custody ? "wnft.owner.custodialNext" : "wnft.owner.wallet";
  return in_custody ? "wnft.owner.custodial" : "wnft.owner.yours";
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
