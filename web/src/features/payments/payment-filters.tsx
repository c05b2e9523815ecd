import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { SearchField, searchTextOf } from "../../ui/forms/search-field.tsx";
import { type PaymentFilter, parseFilter, toSearchParams, views } from "./payment-filter.ts";

/** Searches payments and filters them by state or by need for attention. */
export function PaymentFilters({ filter }: { filter: PaymentFilter }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const show = (next: PaymentFilter) =>
    void navigate(paths.payments(toSearchParams(next)), { preventScrollReset: true });
  return (
    <search aria-label={t("payments.find")} className="payment-filters">
      <PaymentSearch q={filter.q} find={(q) => show({ ...filter, q })} />
      <PaymentView
        view={filter.view}
        show={(view) => show({ ...filter, view: parseFilter(new URLSearchParams({ show: view })).view })}
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
          {views.map((option) => (
            <option key={option} value={option}>
              {t(option === "STUCK" ? "payments.stuck" : `payments.state.${option}`)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
