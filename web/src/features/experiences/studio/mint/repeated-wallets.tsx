import { useTranslation } from "react-i18next";
import { repeatedWallets } from "./wallet-lines.ts";

/** Limit of listed addresses; the rest are counted. */
const MAX_LISTED = 6;

/** Warns about addresses that occur more than once in a list. */
export function RepeatedWallets({ text }: { text: string }) {
  const { t } = useTranslation();
  const repeated = repeatedWallets(text);
  const more = repeated.length - MAX_LISTED;
  return (
    <>
      <p>{t("mints.duplicates.text", { count: repeated.length })}</p>
      <ul className="mint-repeated">
        {repeated.slice(0, MAX_LISTED).map(({ wallet, times }) => (
          <li key={wallet}>
            <span className="code-l">{wallet}</span>{" "}
            <span className="small num">{t("mints.duplicates.times", { times })}</span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="small dim">{t("mints.duplicates.more", { count: more })}</p> : null}
    </>
  );
}
