import ArrowRight from "lucide-react/icons/arrow-right";
import RotateCw from "lucide-react/icons/rotate-cw";
import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, Link, useLocation, useNavigate } from "react-router";
import { ApiError } from "../lib/api/api-fetch.ts";
import { paths } from "../paths.ts";

type Kind = "missing" | "offline" | "system" | "unknown";

/** Texts of a missing page and the link to an alternative. */
export type Missing = { title: string; text: string; link: { to: string; label: string } };

/**
 * The page for a missing, unreachable or broken page. `missing`: texts of a page that knows its subject; otherwise the
 * texts of an unknown URL apply.
 */
export function FailurePage({ error, missing }: { error: unknown; missing?: Missing }) {
  const { t } = useTranslation();
  const kind = kindOf(error);
  const override = kind === "missing" ? missing : undefined;
  return (
    <section className="sec failure">
      {kind === "missing" ? (
        <p className="no" aria-hidden="true">
          404
        </p>
      ) : null}
      <h1 className="title">{override?.title ?? t(titles[kind])}</h1>
      <p className="lead">{override?.text ?? t(texts[kind])}</p>
      <div className="row">
        {kind === "missing" ? null : <Retry />}
        <PageLink to={paths.home} label={t("errors.home")} />
        {kind === "missing" ? (
          <PageLink {...(override?.link ?? { to: paths.wraps(), label: t("errors.browse") })} />
        ) : null}
      </div>
    </section>
  );
}

function PageLink({ to, label }: Missing["link"]) {
  return (
    <Link className="btn" to={to}>
      {label} <ArrowRight className="i" aria-hidden="true" />
    </Link>
  );
}

/** Navigates to the same URL, which repeats the failed requests. */
function Retry() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return (
    <button
      type="button"
      className="btn go"
      onClick={() => void navigate(`${pathname}${search}${hash}`, { replace: true })}
    >
      {t("ui.retry")} <RotateCw className="i" aria-hidden="true" />
    </button>
  );
}

const titles = {
  missing: "errors.notFoundTitle",
  offline: "errors.offlineTitle",
  system: "errors.title",
  unknown: "errors.title",
} satisfies Record<Kind, string>;

const texts = {
  missing: "errors.notFound",
  offline: "errors.offline",
  system: "errors.X001",
  unknown: "errors.unknown",
} satisfies Record<Kind, string>;

function kindOf(error: unknown): Kind {
  const status = isRouteErrorResponse(error) || error instanceof ApiError ? error.status : 0;
  if (status === 404) return "missing";
  if (status >= 500) return "system";
  if (status >= 400) return "unknown";
  const offline = typeof navigator !== "undefined" && navigator.onLine === false;
  if (offline || (error instanceof ApiError && error.status === 0)) return "offline";
  return "unknown";
}
