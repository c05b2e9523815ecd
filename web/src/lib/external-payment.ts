import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "./api/api-fetch.ts";
import { onPageRestored } from "./polling.ts";

/**
 * Requests the URL of an external page and goes there. `busy` stays true until the browser restores this page from its
 * back/forward cache.
 */
export function useExternalRedirect<Input>(
  requestUrl: (input: Input) => Promise<{ url: string }>,
  refused?: () => void,
) {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => onPageRestored(() => setLeaving(false)), []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: requestUrl,
    onSuccess({ url }) {
      setLeaving(true);
      window.location.assign(url);
    },
    ...(refused === undefined ? {} : { onError: refused }),
  });
  const busy = isPending || leaving;
  return {
    busy,
    error,
    go(input: Input) {
      if (!busy) mutate(input);
    },
  };
}

/** The outcome of a payment is not known yet. */
export const PENDING = "pending" as const;

/** Resolves to `PENDING` if the payment is pending (E0039) or the call was rate limited (E0010). */
export async function orPending<Answer>(call: Promise<Answer>): Promise<Answer | typeof PENDING> {
  try {
    return await call;
  } catch (refusal) {
    if (refusal instanceof ApiError && (refusal.code === "E0039" || refusal.code === "E0010")) return PENDING;
    throw refusal;
  }
}
