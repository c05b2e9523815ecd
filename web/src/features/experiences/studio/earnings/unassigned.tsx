import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  getEarnings,
  getUnassignedIncome,
  postIncomeAssignment,
  type UnassignedIncome as Unassigned,
} from "@wrapsody/shared/payments/earnings.ts";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { paths } from "../../../../paths.ts";
import { StatusMessage, useStatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { formatUsd } from "../../../../ui/format/format.ts";
import { ConfirmButton, Permitted, useAuthedQuery } from "../../../accounts/index.ts";

/** Income that no owner gets, with a button to assign it to the splits in force. Nothing is shown if there is none. */
export function UnassignedIncome() {
  const { t } = useTranslation();
  const [message, announce] = useStatusMessage();
  const { data } = useAuthedQuery(getUnassignedIncome);
  const incomes = data?.data ?? [];
  return (
    <>
      <StatusMessage {...message} />
      {incomes.length === 0 ? null : (
        <section className="earn-unassigned" aria-labelledby="unassigned">
          <h2 id="unassigned" className="head">
            {t("earnings.unassigned.title")}
          </h2>
          <p className="small dim">{t("earnings.unassigned.text")}</p>
          <ul>
            {incomes.map((income) => (
              <Income key={income.song.id} income={income} announce={announce} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Income({ income, announce }: { income: Unassigned; announce: (text: string) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { song, amount, revision } = income;
  const sum = formatUsd(amount / 100);
  const { mutateAsync } = useMutation({
    mutationFn: (id: number) => apiFetch(postIncomeAssignment, { params: { id: String(id) } }),
    onSuccess: () => announce(t("earnings.unassigned.done", { sum, name: song.name })),
    // Refreshes after a rejection too: the page was outdated.
    onSettled: () => invalidateQueries(client, getEarnings, getUnassignedIncome),
  });
  return (
    <li>
      <p>
        <Link className="u b" to={paths.manage(song.id, { tab: "ownership" })}>
          {song.name}
        </Link>{" "}
        <span className="num">{sum}</span>
      </p>
      {revision === null ? (
        <p className="small dim">{t("earnings.unassigned.incomplete")}</p>
      ) : (
        <Permitted call={postIncomeAssignment}>
          <ConfirmButton
            className="btn s"
            label={t("earnings.unassigned.assign")}
            title={t("earnings.unassigned.confirmTitle", { sum })}
            text={t("earnings.unassigned.confirmText")}
            confirm={t("earnings.unassigned.assign")}
            run={() => mutateAsync(revision).then(() => undefined)}
          />
        </Permitted>
      )}
    </li>
  );
}
