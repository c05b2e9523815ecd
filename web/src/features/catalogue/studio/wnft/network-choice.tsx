import { listOfferedNetworks, type OwnToken } from "@wrapsody/shared/catalogue/wnft.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { useTranslation } from "react-i18next";
import { networkName } from "../../../../lib/networks.ts";
import { RadioGroup } from "../../../../ui/forms/radio-group.tsx";

type Props = {
  offers: OwnToken["offers"];
  initial: Network | undefined;
  problem: string | undefined;
  onChange(network: Network): void;
};

/** Lists the networks and disables the unreachable ones. */
export function NetworkChoice({ offers, initial, problem, onChange }: Props) {
  const { t } = useTranslation();
  const options = choicesOf(offers).map(({ network, reached }) => ({
    value: network,
    name: networkName(t, network),
    off: !reached,
    text: reached ? t(`wnft.network.${network}`, { defaultValue: t("wnft.network.test") }) : t("wnft.off"),
  }));
  return (
    <RadioGroup
      label={t("wnft.where")}
      name="mintOn"
      options={options}
      initial={initial}
      problem={problem}
      onChange={onChange}
    />
  );
}

/** Returns the networks to list: the public chains always, then all other reachable ones. */
function choicesOf(offers: OwnToken["offers"]): { network: Network; reached: boolean }[] {
  const reached = offers.map(({ network }) => network);
  return listOfferedNetworks(reached).map((network) => ({ network, reached: reached.includes(network) }));
}

/** Returns a network if it is reachable, else the default one: Linea if it is reachable, else the first reachable one. */
export function offeredNetwork(offers: OwnToken["offers"], chosen: string | undefined): Network | undefined {
  const reachable = choicesOf(offers).filter(({ reached }) => reached);
  return (reachable.find(({ network }) => network === chosen) ?? reachable[0])?.network;
}
