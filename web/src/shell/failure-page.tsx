import ArrowRight from "lucide-react/icons/arrow-right";
import RotateCw from "lucide-react/icons/rotate-cw";
import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, Link, useLocation, useNavigate } from "react-router";
import { ApiError } from "../lib/api/api-fetch.ts";
import { useLazyModule } from "../lib/lazy-module.ts";
import { paths } from "../paths.ts";

const loadCovers = () => import("./sleeve-mosaic.tsx");

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
  const isMissing = kind === "missing";
  const [title, text] = texts[kind];
  const override = isMissing ? missing : undefined;
  const { part: covers } = useLazyModule("sleeve-mosaic", loadCovers, isMissing);
  return (
    <section className={`sec failure ${kind}`}>
      {isMissing ? (
        <p className="no" aria-hidden="true">
          404
        </p>
      ) : null}
      <h1 className="title">{override?.title ?? t(title)}</h1>
      <p className="lead">{override?.text ?? t(text)}</p>
      <div className="row">
        {isMissing ? (
          <PageLink
            className="btn go"
            {...(missing?.link ?? { to: paths.wraps(), label: t("errors.browse") })}
          />
        ) : (
          <Retry />
        )}
        <PageLink className="btn" to={paths.home} label={t("errors.home")} />
      </div>
      {covers === undefined ? null : <covers.SleeveMosaic />}
    </section>
  );
}

function PageLink({ to, label, className }: Missing["link"] & { className: string }) {
  return (
    <Link className={className} to={to}>
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

/** The title and the text of each kind. */
const texts = {
  missing: ["errors.notFoundTitle", "errors.notFound"],
  offline: ["errors.offlineTitle", "errors.offline"],
  system: ["errors.title", "errors.X001"],
  unknown: ["errors.title", "errors.unknown"],
} satisfies Record<Kind, [string, string]>;

function kindOf(error: unknown): Kind {
  const status = isRouteErrorResponse(error) || error instanceof ApiError ? error.status : 0;
  if (status === 404) return "missing";
  if (status >= 500) return "system";
  if (status >= 400) return "unknown";
  const offline = typeof navigator !== "undefined" && navigator.onLine === false;
  if (offline || (error instanceof ApiError && error.status === 0)) return "offline";
  return "unknown";
}
