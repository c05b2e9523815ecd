import { useTranslation } from "react-i18next";
import { Address } from "./address.tsx";
import { formatPercent } from "./format.ts";

type Props = {
  /** Percent. */
  rate: number;
  /** The wallet that it is paid to, once it is known. */
  receiver: string | null;
};

/** Shows a resale royalty and who receives it. */
export function Royalty({ rate, receiver }: Props) {
  const { t, i18n } = useTranslation();
  const share = formatPercent(rate, i18n.language, 2);
  if (rate === 0 || receiver === null) return share;
  return (
    <>
      {t("ui.royaltyTo", { share })} <Address address={receiver} />
    </>
  );
}
