import type { OwnToken } from "@wrapsody/shared/catalogue/wnft.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { useTranslation } from "react-i18next";
import { networkName } from "../../../../lib/networks.ts";

type Props = {
  network: Network | undefined;
  owner: OwnToken["owner"] | undefined;
  onIpfs: boolean;
  /** The plan includes one wNFT. */
  isOnly: boolean;
};

/** Lists what cannot change after a wNFT is issued: its network, owner and metadata, and the plan's only one. */
export function IssueTerms({ network, owner, onIpfs, isOnly }: Props) {
  const { t } = useTranslation();
  return (
    <ul className="wnft-terms">
      {network === undefined ? null : (
        <li>{t("wnft.confirm.network", { network: networkName(t, network) })}</li>
      )}
      {owner == null ? null : <li>{t(`wnft.confirm.${owner.in_custody ? "custody" : "wallet"}`)}</li>}
      {onIpfs ? <li>{t("wnft.confirm.ipfs")}</li> : null}
      {isOnly ? <li>{t("wnft.confirm.only")}</li> : null}
      <li className="b">{t("wnft.confirm.permanent")}</li>
    </ul>
  );
}
