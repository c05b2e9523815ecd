import { useTranslation } from "react-i18next";
import { repeatedWallets } from "./wallet-lines.ts";

/** So many are named; the rest are counted. */
const named = 6;

/** Which addresses of a list come more than once, and what that means. */
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
