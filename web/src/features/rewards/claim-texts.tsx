import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../lib/later-texts.ts";
import { ErrorState, LoadingRows } from "../../ui/states.tsx";

/** Shows what speaks of claims once its words are there; the page of a wrap is read by most without them. */
export function WithClaimTexts({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery({
    queryKey: ["texts", "claims"],
    queryFn: () => loadTexts("claims", "wallets").then(() => true),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === true) return children;
  if (isError) return <ErrorState message={t("errors.offline")} retry={() => void refetch()} />;
  return <LoadingRows rows={1} height="2.5rem" />;
}
