import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { postQr } from "@wrapsody/shared/experiences/campaigns.ts";
import { createContext, useContext, useEffect, useState } from "react";
import { apiFetch } from "../../../../../lib/api/api-fetch.ts";
import type { EditorComponent } from "../state/components.ts";

type QrCode = AnswerOf<typeof postQr>;

/** The id of the experience that is edited. */
export const CampaignContext = createContext("");

/** Debounce of the QR code request while the link is typed. */
const DEBOUNCE_MS = 400;

/**
 * Fetches the QR code of a component from the production renderer. Returns undefined without a link, and the previous
 * code while the link is typed.
 */
export function useQrCode({ id, type, saved, draft }: EditorComponent): QrCode | undefined {
  const campaign = useContext(CampaignContext);
  const link = useDebounced(draft.qr_code_link);
  const { secure_link } = draft;
  const isLink = /^https?:\/\/\S+\.?\S/i.test(link);
  const component_id = saved === undefined ? null : id;
  // A secure code links to the confirmation page, whatever its final link.
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
