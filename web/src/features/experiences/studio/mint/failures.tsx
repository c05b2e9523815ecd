import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import {
  getFailures,
  getMints,
  type OwnCampaign,
  postMintAgain,
} from "@wrapsody/shared/experiences/campaigns.ts";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { queryOf } from "../../../../lib/pages/page-data.ts";
import { useSignedIn } from "../../../../lib/storage/session.ts";
import { formatCount, shortAddress } from "../../../../ui/format/format.ts";
import { Section } from "../../../../ui/layout/section.tsx";
import { FormAlert } from "../../../accounts/index.ts";
import { actionErrorKey, chainErrorKey } from "../shared/error-messages.ts";

type Failed = AnswerOf<typeof getFailures>["data"][number];
/** A failed artwork that was drawn and can be retried. */
type Drawn = Failed & { participant_id: number };

/** Poll interval of failures while the page is open. */
const POLL_INTERVAL_MS = 10_000;
const MAX_FAILURES = 50;

/** Artworks that failed to render or mint, each with its error and a retry. */
export function Failures({ campaign }: { campaign: OwnCampaign }) {
  const { t, i18n } = useTranslation();
  const enabled = useSignedIn();
  const options = {
    params: { id: String(campaign.id) },
    list: { limit: MAX_FAILURES, sortKey: "created_at", sortDir: "DESC" },
  } as const;
  const { data } = useQuery({
    ...queryOf(getFailures, options),
    enabled,
    staleTime: 0,
    refetchInterval: POLL_INTERVAL_MS,
  });
  const { mutate, isPending, error, variables } = useAgain(campaign);
  if (data === undefined || data.total === 0) return null;
  const retry = (failed: readonly Drawn[]) => {
    if (!isPending) mutate(failed);
  };
  const drawn = data.data.filter(isDrawn);
  return (
    <Section title={t("mints.failures.title")}>
      {drawn.length === 0 ? null : <p className="mint-lead">{t("mints.failures.text")}</p>}
      <ul className="mint-failures">
        {data.data.map((failed) => (
          <li key={failed.participant_id ?? `${failed.batch_id} ${failed.batch_line}`}>
            <div>
              <p className="row small">
                <span className="state bad b">{failed.name}</span>
                {failed.owner_wallet_address === null ? (
                  <span className="dim">{t("experiences.keptByOwner")}</span>
                ) : (
                  <span className="code-l" title={failed.owner_wallet_address}>
                    {shortAddress(failed.owner_wallet_address)}
                  </span>
                )}
                {failed.batch_line === null ? null : (
                  <span className="dim num">{t("mints.line", { line: failed.batch_line })}</span>
                )}
              </p>
              <p className="small dim">{t(chainErrorKey(failed.problem))}</p>
            </div>
            {isDrawn(failed) ? (
              <button
                type="button"
                className="btn s"
                aria-disabled={isPending || undefined}
                aria-label={t("mints.failures.againOf", { name: failed.name })}
                onClick={() => retry([failed])}
              >
                {t("mints.failures.again")} <RotateCcw className="i" aria-hidden="true" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {drawn.length > 1 ? (
        <p>
          <button
            type="button"
            className="btn"
            aria-disabled={isPending || undefined}
            onClick={() => retry(drawn)}
          >
            {t("mints.failures.all", {
              count: drawn.length,
              total: formatCount(drawn.length, i18n.language),
            })}
          </button>
        </p>
      ) : null}
      <p className="small" role="status">
        {isPending ? t("mints.failures.retrying", { count: variables.length }) : ""}
      </p>
      {error === null ? null : <FormAlert text={t(actionErrorKey(error, "mints.failures.failed"))} />}
    </Section>
  );
}

function isDrawn(failed: Failed): failed is Drawn {
  return failed.participant_id !== null;
}

/** Retries one by one. The server ignores a repeated retry. */
function useAgain({ id }: OwnCampaign) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (failed: readonly Drawn[]) => {
      for (const { participant_id: participantId } of failed)
        await apiFetch(postMintAgain, { params: { id: String(id), participantId } });
    },
    onSettled: () => invalidateQueries(client, getFailures, getMints),
  });
}
