import { useTranslation } from "react-i18next";
import { useMatches } from "react-router";
import { Skeleton, SkeletonHead, type SkeletonShape } from "../../../ui/feedback/skeleton.tsx";
import { LoadingRows } from "../../../ui/feedback/states.tsx";

/** What a page shows until the session is known: `export const handle = { loading } satisfies PageHandle`. */
export type PageHandle = {
  loading: {
    /** Text key of the heading, if it does not depend on the content. */
    title?: string;
    /** Without one, rows. */
    shape?: SkeletonShape;
  };
};

const hasLoading = (handle: unknown): handle is PageHandle =>
  typeof handle === "object" && handle !== null && "loading" in handle;

/** The page that is being loaded, as far as it is known. */
export function LoadingPage() {
  const { t } = useTranslation();
  const handle = useMatches().at(-1)?.handle;
  const { title, shape } = hasLoading(handle) ? handle.loading : {};
  return (
    <>
      <SkeletonHead title={title === undefined ? undefined : t(title)} />
      <section className="sec list-sec">
        {shape === undefined ? <LoadingRows rows={6} /> : <Skeleton shape={shape} />}
      </section>
    </>
  );
}
