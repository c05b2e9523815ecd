import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ApiError } from "../../../../lib/api/api-fetch.ts";
import { paths } from "../../../../paths.ts";
import { FormAlert, FormFailure } from "../../../accounts/index.ts";
import { PlanLimit } from "../create/plan-limit.tsx";

/** Shows why a song could not be created, if the failure belongs to no field. */
export function FailureNotice({ failure }: { failure: ApiError | undefined }) {
  const { t } = useTranslation();
  if (failure?.code === "E0025") return <PlanLimit of="songs" />;
  if (failure?.code === "E0029") {
    return (
      <div className="form-note">
        <FormAlert text={t("wrapForm.sentBefore")} />
        <Link className="u b small" to={paths.myArtists()}>
          {t("wrapForm.draft.toArtists")}
        </Link>
      </div>
    );
  }
  return <FormFailure failure={failure} otherwise="wrapForm.failed" />;
}
