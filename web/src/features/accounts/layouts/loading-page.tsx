import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { useMatches } from "react-router";
import { Skeleton, SkeletonHead, type SkeletonShape } from "../../../ui/feedback/skeleton.tsx";
import { LoadingRows } from "../../../ui/feedback/states.tsx";

/** Content below a heading. */
type LoadingContent = {
  /** Text key of the heading, if it does not depend on the content. */
  title?: string;
  /** Without one, rows. */
  shape?: SkeletonShape;
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
    const Loading = loading;
    return <Loading />;
  }
  const { title, shape } = loading;
  return (
    <>
      {matches.some(({ id }) => id === "admin-frame") ? <div className="skeleton-tabs" /> : null}
      <SkeletonHead title={title === undefined ? undefined : t(title)} />
      <section className="sec list-sec">
        {shape === undefined ? <LoadingRows rows={6} /> : <Skeleton shape={shape} />}
      </section>
    </>
  );
}
