import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslation } from "react-i18next";
import type { WrongLine } from "./wallet-lines.ts";

/** Limit of listed lines. The next ones appear once these are fixed. */
const listed = 100;

type Props = {
  lines: readonly WrongLine[];
  problem(problem: string): string;
  goTo(line: number): void;
};

/** The invalid lines, each with its error and a link that selects it. */
export function WrongLines({ lines, problem, goTo }: Props) {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  const more = lines.length - listed;
  return (
    <section className="mint-wrong" aria-label={t("mints.wrongTitle")}>
      <ol>
        {lines.slice(0, listed).map(({ line, text, problem: why }) => (
          <li key={line}>
            <button
              type="button"
              className="no"
              aria-label={t("mints.toLine", { line })}
              onClick={() => goTo(line)}
            >
              {line}
            </button>
            <div>
              <p className="code-l">{text}</p>
              <p className="msg">
                <TriangleAlert className="i" aria-hidden="true" /> {problem(why)}
              </p>
            </div>
          </li>
        ))}
      </ol>
      {more > 0 ? <p className="small dim">{t("mints.more", { count: more })}</p> : null}
    </section>
  );
}
