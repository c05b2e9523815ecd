import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { ErrorState, LoadingRows } from "../../ui/feedback/states.tsx";

/** Renders its children once the texts about wallets are loaded. */
export function WithWalletTexts({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery({
    queryKey: ["texts", "wallets"],
    queryFn: () => loadNamespaces("wallets").then(() => true),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === true) return children;
  if (isError) return <ErrorState message={t("errors.part")} retry={() => void refetch()} />;
  return <LoadingRows rows={2} />;
}
