import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, Link, useRevalidator } from "react-router";
import { paths } from "../../paths.ts";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import "./experiences.css";

/** What a page about an experience shows when it could not be loaded. */
export function ExperienceProblem({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <>
      <header className="page-h">
        <h1 className="title">{t(missing ? "experiences.notFound" : "experiences.failed")}</h1>
      </header>
      <div className="ex-problem">
        {missing ? (
          <EmptyState title={t("experiences.notFoundText")}>
            <Link className="u b" to={paths.experiences()}>
              {t("experiences.all")}
            </Link>
          </EmptyState>
        ) : (
          <ErrorState message={t("experiences.failedText")} retry={() => void revalidate()} />
        )}
      </div>
    </>
  );
}
