import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { FindField, foundIn } from "../../ui/forms/search-field.tsx";
import { asked, views, type Wanted, wantedIn } from "./payment-filter.ts";

/** Looks for payments, and narrows the list to what somebody has to look at, or to one state. */
export function PaymentFilters({ wanted }: { wanted: Wanted }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const show = (next: Wanted) => void navigate(paths.payments(asked(next)), { preventScrollReset: true });
  return (
    <search aria-label={t("payments.find")} className="payment-filters">
      <FindPayments q={wanted.q} find={(q) => show({ ...wanted, q })} />
      <ShowPayments
        view={wanted.view}
        show={(view) => show({ ...wanted, view: wantedIn(new URLSearchParams({ show: view })).view })}
      />
    </search>
  );
}

function FindPayments({ q, find }: { q: string; find(q: string): void }) {
  const { t } = useTranslation();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        find(foundIn(event.currentTarget));
      }}
    >
      <FindField q={q} label={t("payments.byText")} go={t("payments.search")} />
    </form>
  );
}

function ShowPayments({ view, show }: { view: Wanted["view"]; show(view: string): void }) {
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
