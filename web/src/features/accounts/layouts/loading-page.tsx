import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { useMatches } from "react-router";
import { SkeletonHead } from "../../../ui/feedback/skeleton.tsx";
import { type Loading, Placeholder } from "../authed-query.tsx";

type LoadingContent = Loading & {
  /** Text key of the heading, if it does not depend on the content. */
  title?: string;
};

/** What a page shows until the session is known, such as a page of its own shape: `export const handle = { loading } satisfies PageHandle`. */
export type PageHandle = { loading: LoadingContent | ComponentType };

const hasLoading = (handle: unknown): handle is PageHandle =>
  typeof handle === "object" && handle !== null && "loading" in handle;

/** The page that is being loaded, as far as it is known. */
export function LoadingPage() {
  const { t } = useTranslation();
  const matches = useMatches();
  const handle = matches.at(-1)?.handle;
  const loading: PageHandle["loading"] = hasLoading(handle) ? handle.loading : {};
  if (typeof loading === "function") {
    const OwnSkeleton = loading;
    return <OwnSkeleton />;
  }
  const { title, rows = 6, height, shape } = loading;
  return (
    <>
      {matches.some(({ id }) => id === "admin-frame") ? <div className="skeleton-tabs" /> : null}
      <SkeletonHead title={title === undefined ? undefined : t(title)} />
      <section className="sec list-sec">
        <Placeholder rows={rows} height={height} shape={shape} />
      </section>
    </>
  );
}
