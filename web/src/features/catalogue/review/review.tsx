import { getReview } from "@wrapsody/shared/studio/review.ts";
import { useTranslation } from "react-i18next";
import { textIn } from "../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../lib/pages/meta.ts";
import { paths } from "../../../paths.ts";
import { QueryPage, useAuthedQuery } from "../../accounts/index.ts";
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
  const link = { to: paths.reviews(), label: t("review.missing.link") };
  const missing = { title: t("review.missing.title"), text: t("review.missing.text"), link };
  const query = useAuthedQuery(getReview, { params: { id: reference } });
  return (
    <QueryPage query={query} title={t("review.title")} missing={missing} height="8rem">
      {(data) => <ReviewedWrap review={data} />}
    </QueryPage>
  );
}
