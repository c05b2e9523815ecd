import { getReview } from "@wrapsody/shared/review.ts";
import { useTranslation } from "react-i18next";
import { isNotFound } from "../../../lib/api/api-fetch.ts";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { FailurePage } from "../../../shell/failure-page.tsx";
import { QueryState, useAuthedQuery } from "../../accounts/index.ts";
import type { Route } from "./+types/review";
import { ReviewedWrap } from "./reviewed-wrap.tsx";
import "./review.css";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("review.title"), language);
}

export default function ReviewPage({ params }: Route.ComponentProps) {
  return <Review key={params.songId} reference={params.songId} />;
}

function Review({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getReview, { params: { id: reference } });
  if (isNotFound(error)) {
    const link = { to: paths.reviews(), label: t("review.missing.link") };
    const missing = { title: t("review.missing.title"), text: t("review.missing.text"), link };
    return <FailurePage error={error} missing={missing} />;
  }
  if (data !== undefined) return <ReviewedWrap review={data} />;
  return (
    <section className="sec">
      <h1 className="vh">{t("review.title")}</h1>
      <QueryState error={error} refetch={refetch} rows={5} height="8rem" />
    </section>
  );
}
