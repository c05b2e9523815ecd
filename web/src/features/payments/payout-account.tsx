import {
  getPayoutAccount,
  type PayoutAccount,
  postPayoutAccount,
} from "@wrapsody/shared/payments/payments.ts";
import type { TFunction } from "i18next";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../lib/api/api-fetch.ts";
import { useExternalRedirect } from "../../lib/external-payment.ts";
import { useRefetchOnReturn } from "../../lib/polling.ts";
import { formatDate } from "../../ui/format/format.ts";
import { errorKey, QueryState, useAuthedQuery } from "../accounts/index.ts";

/** Queries that may be outdated after a visit to the provider's page. */
const refetched = [getPayoutAccount];

/** Payout account of the publisher, with a link to the provider's page that manages it. */
export default function Own() {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getPayoutAccount);
  useRefetchOnReturn(refetched);
  if (data === undefined) return <QueryState error={error} refetch={refetch} rows={2} />;
  const { provider } = data;
  if (provider === null) return <p className="small dim">{t("payout.off")}</p>;
  return <Account provider={provider} account={data} />;
}

const shapes = { NONE: "", STARTED: "wait", READY: "on" } as const satisfies Record<
  PayoutAccount["state"],
  string
>;

function Account({ provider, account }: { provider: "STRIPE" | "SANDBOX"; account: PayoutAccount }) {
  const { t } = useTranslation();
  const { state } = account;
  const { go, busy, error } = useExternalRedirect(() => apiFetch(postPayoutAccount, {}));
  const name = { provider: t(`payout.provider.${provider}`) };
  return (
    <div className="setting">
      <p className={`state b ${shapes[state]}`}>{t(`payout.${state}.state`)}</p>
      <p>{t(`payout.${state}.text`, name)}</p>
      <Requirements account={account} provider={name.provider} />
      <button type="button" className="btn" aria-disabled={busy || undefined} onClick={() => go(undefined)}>
        {t(`payout.${state}.button`)} <ArrowUpRight className="i" aria-hidden="true" />
      </button>
      <p className="small" role="status">
        {busy ? t("payout.leaving", name) : ""}
      </p>
      {error === null ? null : (
        <p className="msg" role="alert">
          {payoutErrorText(t, error)}
        </p>
      )}
    </div>
  );
}

/** Lists what the provider still requires, in plain words; the button below leads to its form. */
function Requirements({ account, provider }: { account: PayoutAccount; provider: string }) {
  const { t, i18n } = useTranslation();
  const { state, missing, is_verifying, deadline, pays_out } = account;
  return (
    <>
      {missing.length === 0 ? null : (
        <div>
          <p className="b">
            {deadline === null
              ? t("payout.missing.title", { provider })
              : t("payout.missing.until", { provider, date: formatDate(deadline, i18n.language) })}
          </p>
          <ul className="payout-missing">
            {missing.map((requirement) => (
              <li key={requirement}>{t(`payout.missing.${requirement}`)}</li>
            ))}
          </ul>
        </div>
      )}
      {is_verifying && <p>{t("payout.verifying", { provider })}</p>}
      {state === "READY" && pays_out === false && <p>{t("payout.paused", { provider })}</p>}
    </>
  );
}

function payoutErrorText(t: TFunction, error: Error): string {
  if (error instanceof ApiError && error.code === "E0048") return t("payout.problem.provider");
  if (error instanceof ApiError && error.code === "E0038") return t("payout.problem.off");
  return t(errorKey(error));
}
