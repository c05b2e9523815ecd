import { listOfferedNetworks } from "@wrapsody/shared/catalogue/wnft.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { useTranslation } from "react-i18next";
import { networkName } from "../../../../lib/networks.ts";
import { SelectField } from "../../../../ui/forms/field.tsx";

type Props = {
  initial: Network | undefined;
  /** The connected networks. */
  networks: readonly Network[];
  problem: string | undefined;
};

/**
 * The network of the contract. Offers the public chains and all other connected networks, as the form of a wNFT does. An
 * experience can choose one that is not connected yet, and be activated later.
 */
export function NetworkField({ initial, networks, problem }: Props) {
  const { t } = useTranslation();
  const offered = listOfferedNetworks(initial === undefined ? networks : [...networks, initial]);
  return (
    <div className="drop-fields">
      <SelectField
        label={t("campaignForm.network")}
        name="network"
        defaultValue={initial ?? defaultNetwork(networks)}
        hint={t(networks.length === 0 ? "campaignForm.noNetworks" : "campaignForm.networkHint")}
        problem={problem}
      >
        {offered.map((network) => (
          <option key={network} value={network}>
            {networks.includes(network)
              ? networkName(t, network)
              : t("campaignForm.networkGone", { name: networkName(t, network) })}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** Returns Linea if it is connected or no network is, else the first connected one. */
function defaultNetwork(networks: readonly Network[]): Network {
  return networks.includes("LINEA") ? "LINEA" : (networks[0] ?? "LINEA");
}
