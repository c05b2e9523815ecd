import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getPayments, type ListedPayment, postPaymentResolved } from "@wrapsody/shared/payments/payments.ts";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../lib/api/invalidate.ts";
import { formatDay } from "../../ui/format/local-time.ts";
import { errorKey } from "../accounts/index.ts";

type Props = { payment: ListedPayment; announce: (text: string) => void };

/** Shows why a payment needs attention, and marks it as resolved. */
export function PaymentProblem({ payment, announce }: Props) {
  const { t, i18n } = useTranslation();
  const { problem, seen_at } = payment;
  if (problem === null) return null;
  const text = t(`payments.problem.${problem}`);
  if (seen_at === null)
    return (
      <div className="payment-problem">
        <p className="state bad small">{text}</p>
        <ResolveButton payment={payment} problem={problem} announce={announce} />
      </div>
    );
  return (
    <p className="small dim payment-problem">
      {text} {t("payments.resolve.since", { day: formatDay(seen_at, i18n.language) })}
    </p>
  );
}

function ResolveButton({
  payment: { id, title },
  problem,
  announce,
}: Props & { problem: NonNullable<ListedPayment["problem"]> }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const changed = () => invalidateQueries(client, getPayments);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => apiFetch(postPaymentResolved, { params: { id }, body: { problem } }),
    onSuccess: () => announce(t("payments.resolve.done", { title })),
    onSettled: changed,
  });
  const isChanged = error instanceof ApiError && error.code === "E0005";
  return (
    <>
      <button
        type="button"
        className="btn s"
        aria-label={t("payments.resolve.of", { title })}
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {t("payments.resolve.do")}
      </button>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(isChanged ? "payments.refund.changed" : errorKey(error))}
        </p>
      )}
    </>
  );
}
