import type { Network } from "@wrapsody/shared/chain.ts";
import type { OwnToken } from "@wrapsody/shared/wnft.ts";
import { useTranslation } from "react-i18next";
import { networkName } from "../../../../lib/networks.ts";
import { RadioGroup } from "../../../../ui/forms/radio-group.tsx";
import { choicesOf } from "./offers.ts";

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
