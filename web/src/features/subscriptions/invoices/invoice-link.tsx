import { getInvoicePage, type Invoice } from "@wrapsody/shared/payments/subscriptions.ts";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { useExternalRedirect } from "../../../lib/external-payment.ts";
import { PlanError } from "../checkout/card-page.tsx";

/** Opens the payment provider's page of an invoice. Requests its URL on click, because it may expire. */
export function InvoiceLink({
  invoice: { id },
  label,
  name,
  className,
}: {
  invoice: Invoice;
  label: string;
  /** Accessible name, if the label alone is ambiguous. */
  name?: string;
  className: string;
}) {
  const { go, busy, error } = useExternalRedirect(() => apiFetch(getInvoicePage, { params: { id } }));
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={name}
        aria-disabled={busy || undefined}
        onClick={() => go(undefined)}
      >
        {label} <ArrowUpRight className="i" aria-hidden="true" />
      </button>
      <PlanError error={error} />
    </>
  );
}
