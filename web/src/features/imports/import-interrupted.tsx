import RotateCw from "lucide-react/icons/rotate-cw";
import { useTranslation } from "react-i18next";
import { errorKey, FormAlert } from "../accounts/index.ts";
import type { ImportState } from "./use-import.ts";

type Interrupted = Extract<ImportState, { step: "interrupted" }>;
type Props = { state: Interrupted; retry(state: Interrupted): void; restart(): void };

/** Shown if the response is missing. Retrying is idempotent. */
export function ImportInterrupted({ state, retry, restart }: Props) {
  const { t } = useTranslation();
  const { error, file } = state;
  const key =
    error.status === 0
      ? "imports.notSent"
      : error.code === "E0028"
        ? "imports.notInvited"
        : error.code === "E0005"
          ? "imports.busy"
          : errorKey(error);
  return (
    <div className="import-running">
      <p className="b import-name">{file.name}</p>
      <FormAlert text={t(key)} />
      <div className="row">
        <button type="button" className="btn go" onClick={() => retry(state)}>
          {t("imports.sendAgain")} <RotateCw className="i" aria-hidden="true" />
        </button>
        <button type="button" className="btn" onClick={restart}>
          {t("imports.restart")}
        </button>
      </div>
    </div>
  );
}
