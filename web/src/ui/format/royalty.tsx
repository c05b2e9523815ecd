import { useTranslation } from "react-i18next";
import { Address } from "./address.tsx";

type Props = {
  /** Percent. */
  rate: number;
  /** The wallet that it is paid to, once it is known. */
  receiver: string | null;
};

/** Shows a resale royalty and who receives it. */
export function Royalty({ rate, receiver }: Props) {
  const { t, i18n } = useTranslation();
  const share = formatRate(rate, i18n.language);
  if (rate === 0 || receiver === null) return share;
  return (
    <>
      {t("ui.royaltyTo", { share })} <Address address={receiver} />
    </>
  );
}

function formatRate(percent: number, language: string): string {
  const format = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
  return format.format(percent / 100);
}
