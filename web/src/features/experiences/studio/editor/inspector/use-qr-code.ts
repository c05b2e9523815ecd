import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { postQr } from "@wrapsody/shared/campaigns.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import { createContext, useContext, useEffect, useState } from "react";
import { apiFetch } from "../../../../../lib/api/api-fetch.ts";
import type { EditorComponent } from "../state/components.ts";

type QrCode = AnswerOf<typeof postQr>;

/** The experience whose components are drawn. */
export const OfCampaign = createContext("");

/** Milliseconds without a key before the code of a link is asked for. */
const DEBOUNCE_MS = 400;

/**
 * The code of a component, made by what renders it in earnest; undefined where it has no link yet. While the link is typed,
 * it is the one before.
 */
export function useQrCode({ id, type, saved, draft }: EditorComponent): QrCode | undefined {
  const campaign = useContext(OfCampaign);
  const link = useDebounced(draft.qr_code_link);
  const { secure_link } = draft;
  const isLink = /^https?:\/\/\S+\.?\S/i.test(link);
  const component_id = saved === undefined ? null : id;
  // A secure one leads to where it is confirmed, whatever link comes after that.
  const body = { qr_code_link: secure_link ? "https://example.org" : link, secure_link, component_id };
  const { data } = useQuery({
    queryKey: [`${postQr.method} ${postQr.path}`, campaign, body],
    queryFn: ({ signal }) => apiFetch(postQr, { params: { id: campaign }, body }, signal),
    enabled: type === "QR_CODE" && campaign !== "" && (secure_link || isLink),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    meta: { personal: true },
  });
  return data;
}

function useDebounced(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
