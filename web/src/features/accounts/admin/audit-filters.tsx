import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { type AuditFilter, eventKinds } from "./event-kinds.ts";

/** Filters the log by kind, and shows the account filter with a link to remove it. */
export function AuditFilters({ filter, name }: { filter: AuditFilter; name: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const { kind, account } = filter;
  return (
    <search aria-label={t("admin.audit.find")} className="audit-filters">
      <div className="f">
        <label htmlFor={id}>{t("admin.audit.kind")}</label>
        <div className="in">
          <select
            id={id}
            value={kind ?? ""}
            onChange={({ target }) =>
              void navigate(paths.audit({ ...filter, kind: target.value }), { preventScrollReset: true })
            }
          >
            <option value="">{t("admin.audit.everyKind")}</option>
            {eventKinds.map((option) => (
              <option key={option} value={option}>
                {t(`admin.audit.kinds.${option}`)}
              </option>
            ))}
          </select>
        </div>
      </div>
      {account === undefined ? null : (
        <p className="small">
          {t("admin.audit.of", { name: name ?? account })}{" "}
          <Link className="u b" to={paths.audit(kind === undefined ? {} : { kind })}>
            {t("admin.audit.everybody")}
          </Link>
        </p>
      )}
    </search>
  );
}
