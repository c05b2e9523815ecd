import { getInvoicePage, type Invoice } from "@wrapsody/shared/subscriptions.ts";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { useExternalRedirect } from "../../../lib/polling.ts";
import { PlanError } from "../checkout/refused.tsx";

/** Leads to the provider's page of a bill, whose address is asked for only then: it may be one that does not last. */
export function BillLink({
  bill: { id },
  label,
  name,
  className,
}: {
  bill: Invoice;
  label: string;
  /** What it says where the label alone does not say which bill is meant. */
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
