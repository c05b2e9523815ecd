import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { SearchField, searchTextOf } from "../../ui/forms/search-field.tsx";
import { type PaymentFilter, parseFilter, toSearchParams, views } from "./payment-filter.ts";

/** Searches payments and filters them by state or by need for attention. */
export function PaymentFilters({ wanted }: { wanted: PaymentFilter }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const show = (next: PaymentFilter) =>
    void navigate(paths.payments(toSearchParams(next)), { preventScrollReset: true });
  return (
    <search aria-label={t("payments.find")} className="payment-filters">
      <PaymentSearch q={wanted.q} find={(q) => show({ ...wanted, q })} />
      <PaymentView
        view={wanted.view}
        show={(view) => show({ ...wanted, view: parseFilter(new URLSearchParams({ show: view })).view })}
      />
    </search>
  );
}

function PaymentSearch({ q, find }: { q: string; find(q: string): void }) {
  const { t } = useTranslation();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        find(searchTextOf(event.currentTarget));
      }}
    >
      <SearchField q={q} label={t("payments.byText")} go={t("payments.search")} />
    </form>
  );
}

function PaymentView({ view, show }: { view: PaymentFilter["view"]; show(view: string): void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="f">
      <label htmlFor={id}>{t("payments.show")}</label>
      <div className="in">
        <select id={id} value={view ?? ""} onChange={({ target }) => show(target.value)}>
          <option value="">{t("payments.all")}</option>
          {views.map((one) => (
            <option key={one} value={one}>
              {t(one === "STUCK" ? "payments.stuck" : `payments.state.${one}`)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
