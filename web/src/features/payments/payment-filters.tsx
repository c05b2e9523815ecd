import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { type View, views } from "./shown-payments.ts";

/** Narrows the list to what somebody has to look at, or to one state. */
export function PaymentFilters({ view }: { view: View | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  return (
    <search aria-label={t("payments.find")} className="payment-filters">
      <div className="f">
        <label htmlFor={id}>{t("payments.show")}</label>
        <div className="in">
          <select
            id={id}
            value={view ?? ""}
            onChange={({ target }) =>
              void navigate(paths.payments({ show: target.value }), { preventScrollReset: true })
            }
          >
            <option value="">{t("payments.all")}</option>
            {views.map((one) => (
              <option key={one} value={one}>
                {t(one === "STUCK" ? "payments.stuck" : `payments.state.${one}`)}
              </option>
            ))}
          </select>
        </div>
      </div>
    </search>
  );
}
