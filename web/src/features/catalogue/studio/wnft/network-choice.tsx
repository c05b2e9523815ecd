import type { Network } from "@wrapsody/shared/chain.ts";
import { type OwnToken, wrapChains } from "@wrapsody/shared/wnft.ts";
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
  const reached = new Set(offers.map(({ network }) => network));
  const all = new Set<Network>([...wrapChains, ...reached]);
  return [...all].map((network) => ({ network, reached: reached.has(network) }));
}

/** Returns the default network: Linea if it is reachable, else the first reachable one. */
export function defaultNetwork(offers: OwnToken["offers"]): Network | undefined {
  return choicesOf(offers).find(({ reached }) => reached)?.network;
}
