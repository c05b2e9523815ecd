import Search from "lucide-react/icons/search";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { asked, views, type Wanted, wantedIn } from "./shown-payments.ts";

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
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Back and forward change what was looked for, but not what stands in a field.
  useEffect(() => {
    if (field.current !== null && field.current.value.trim() !== q) field.current.value = q;
  }, [q]);
  return (
    <form
      className="payment-find"
      onSubmit={(event) => {
        event.preventDefault();
        find(field.current?.value.trim() ?? "");
      }}
    >
      <div className="f">
        <label htmlFor={id}>{t("payments.byText")}</label>
        <div className="in">
          <input
            ref={field}
            id={id}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
          />
          <button type="submit" className="payment-find-go" aria-label={t("payments.search")}>
            <Search className="i" aria-hidden="true" />
          </button>
        </div>
      </div>
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
