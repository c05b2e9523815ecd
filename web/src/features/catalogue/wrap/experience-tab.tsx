import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { EmptyState, ErrorState, LoadingRows } from "../../../ui/feedback/states.tsx";
import { DropCard, IssuedNote } from "../../experiences/index.ts";
import { dropsQuery } from "./wrap-data.ts";

/** Lists the experiences of a song, open ones first. */
export function ExperienceTab({ songId }: { songId: number }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery(dropsQuery(songId));
  if (isError) return <ErrorState message={t("wrap.dappsFailed")} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingRows rows={2} height="18rem" />;
  if (data.data.length === 0) {
    return <EmptyState title={t("wrap.noDapps")}>{t("wrap.noDappsNote")}</EmptyState>;
  }
  return (
    <>
      <ul className="drops">
        {data.data.map((campaign) => (
          <DropCard
            key={campaign.id}
            campaign={campaign}
            sizes="(max-width: 820px) 92vw, 28vw"
            withDescription
            isOnly={data.data.length === 1}
          />
        ))}
      </ul>
      {data.data.length === 1 ? null : <IssuedNote campaigns={data.data} />}
    </>
  );
}
