import ArrowRight from "lucide-react/icons/arrow-right";
import RotateCw from "lucide-react/icons/rotate-cw";
import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, Link, useLocation, useNavigate } from "react-router";
import { AskError } from "../lib/ask.ts";
import { paths } from "../paths.ts";

type Kind = "missing" | "offline" | "system" | "unknown";

/** What stands in the place of a page that is not there, cannot be reached, or broke. */
export function FailurePage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const kind = kindOf(error);
  return (
    <section className="sec failure">
      {kind === "missing" ? (
        <p className="no" aria-hidden="true">
          404
        </p>
      ) : null}
      <h1 className="title">{t(titles[kind])}</h1>
      <p className="lead">{t(texts[kind])}</p>
      <div className="row">
        {kind === "missing" ? null : <Retry />}
        <Link className="btn" to={paths.home}>
          {t("errors.home")} <ArrowRight className="i" aria-hidden="true" />
        </Link>
        {kind === "missing" ? (
          <Link className="btn" to={paths.wraps()}>
            {t("errors.browse")} <ArrowRight className="i" aria-hidden="true" />
          </Link>
        ) : null}
      </div>
    </section>
  );
}

/** Goes to the same address again, which asks for everything that failed. */
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
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) return "missing";
    return error.status >= 500 ? "system" : "unknown";
  }
  const offline = typeof navigator !== "undefined" && navigator.onLine === false;
  if (offline || (error instanceof AskError && error.status === 0)) return "offline";
  return "unknown";
}
