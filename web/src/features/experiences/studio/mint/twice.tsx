import { useTranslation } from "react-i18next";
import { repeatedWallets } from "./wallet-lines.ts";

/** Limit of listed addresses; the rest are counted. */
const named = 6;

/** Warns about addresses that occur more than once in a list. */
export function RepeatedWallets({ text }: { text: string }) {
  const { t } = useTranslation();
  const repeated = repeatedWallets(text);
  const more = repeated.length - named;
  return (
    <>
      <p>{t("mints.twice.text", { count: repeated.length })}</p>
      <ul className="mint-twice">
        {repeated.slice(0, named).map(({ wallet, times }) => (
          <li key={wallet}>
            <span className="code-l">{wallet}</span>{" "}
            <span className="small num">{t("mints.twice.times", { times })}</span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="small dim">{t("mints.twice.more", { count: more })}</p> : null}
    </>
  );
}
