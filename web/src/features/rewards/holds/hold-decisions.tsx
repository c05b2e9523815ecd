import { useTranslation } from "react-i18next";
import { ApiError } from "../../../lib/api/api-fetch.ts";
import { ConfirmButton, errorKey } from "../../accounts/index.ts";

export type Decision = { decision: "RELEASED" | "REFUSED"; all: boolean };

const decisions: readonly (Decision & { name: string })[] = [
  { name: "release", decision: "RELEASED", all: false },
  { name: "refuse", decision: "REFUSED", all: false },
  { name: "releaseAll", decision: "RELEASED", all: true },
  { name: "refuseAll", decision: "REFUSED", all: true },
];

/** The buttons that decide about a hold, each with a confirmation. */
export function HoldDecisions({
  texts,
  name,
  values,
  decide,
}: {
  /** Prefix of the keys of questions and warnings. */
  texts: string;
  /** Names the hold to screen readers. */
  name: string;
  values: Readonly<Record<string, string>>;
  decide: (decision: Decision) => Promise<void>;
}) {
  const { t } = useTranslation();
  return (
    <div className="hold-do">
      {decisions.map(({ name: what, ...body }) => (
        <ConfirmButton
          key={what}
          className="btn s"
          label={
            <>
              {t(`holds.do.${what}`)} <span className="vh">{name}</span>
            </>
          }
          title={t(`${texts}.question.${what}`, values)}
          text={t(`${texts}.warning.${what}`)}
          confirm={t(`holds.do.${what}`)}
          run={() => decide(body)}
          reason={(error) =>
            t(
              error instanceof ApiError && (error.code === "E0005" || error.code === "E0001")
                ? "holds.decided"
                : errorKey(error),
            )
          }
        />
      ))}
    </div>
  );
}
