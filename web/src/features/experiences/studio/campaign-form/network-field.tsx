import type { Network } from "@wrapsody/shared/chain.ts";
import { useTranslation } from "react-i18next";
import { networkName } from "../../../../lib/networks.ts";
import { SelectField } from "../../../../ui/forms/field.tsx";

/** Networks offered if none is connected: an experience can choose one now and be activated later. */
const usual: readonly Network[] = ["LINEA", "POLYGON", "MAINNET"];

type Props = {
  initial: Network | undefined;
  networks: readonly Network[];
  problem: string | undefined;
};

/** The network of the contract. */
export function NetworkField({ initial, networks, problem }: Props) {
  const { t } = useTranslation();
  const none = networks.length === 0;
  const offered = none ? usual : networks;
  const gone = initial !== undefined && !offered.includes(initial);
  return (
    <div className="drop-fields">
      <SelectField
        label={t("campaignForm.network")}
        name="network"
        defaultValue={initial ?? defaultNetwork(offered)}
        hint={t(none ? "campaignForm.noNetworks" : "campaignForm.networkHint")}
        problem={problem}
      >
        {offered.map((network) => (
          <option key={network} value={network}>
            {networkName(t, network)}
          </option>
        ))}
        {gone ? (
          <option value={initial}>{t("campaignForm.networkGone", { name: networkName(t, initial) })}</option>
        ) : null}
      </SelectField>
    </div>
  );
}

/** Returns Linea if it can be reached, else the first network. */
function defaultNetwork(networks: readonly Network[]): Network | undefined {
  return networks.includes("LINEA") ? "LINEA" : networks[0];
}
