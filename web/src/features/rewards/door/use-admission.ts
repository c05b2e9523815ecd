import { type Admitted, postAdmission, readTicketCode } from "@wrapsody/shared/rewards/tickets.ts";
import { useCallback, useRef, useState } from "react";
import { ApiError, apiFetch, isNotFound } from "../../../lib/api/api-fetch.ts";
import { newIdempotencyKey } from "../../../lib/api/idempotency-key.ts";

/** A person waits at the door: later than this, the answer counts as lost. */
const TIMEOUT_MS = 8_000;
/** A phone still sees the code that was just checked. */
const IGNORE_SAME_CODE_MS = 3_000;

/** CHECKING: no response yet. NOT_VERIFIED: no response arrived, so nobody is admitted. BUSY: too many scans. */
export type Outcome = Admitted | { result: "CHECKING" | "NOT_VERIFIED" | "BUSY" };

/** Checks tickets one after another. */
export function useAdmission(secret: string) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isClosed, setClosed] = useState(false);
  const isBusy = useRef(false);
  const last = useRef({ code: "", at: 0 });
  // The server may have admitted a ticket although its answer was lost. The same attempt then gets that answer.
  const attempts = useRef(new Map<string, string>());

  const check = useCallback(
    async (text: string) => {
      if (isBusy.current) return;
      isBusy.current = true;
      const code = readTicketCode(text);
      last.current.code = text;
      if (code === undefined) return setOutcome({ result: "NOT_VALID", number: null, admitted_at: null });
      setOutcome({ result: "CHECKING" });
      const attempt = attempts.current.get(code) ?? newIdempotencyKey();
      attempts.current.set(code, attempt);
      try {
        const options = { params: { secret }, body: { code, attempt } };
        setOutcome(await apiFetch(postAdmission, options, AbortSignal.timeout(TIMEOUT_MS)));
        attempts.current.delete(code);
      } catch (error) {
        if (isNotFound(error)) setClosed(true);
        const isLimited = error instanceof ApiError && error.status === 429;
        setOutcome({ result: isLimited ? "BUSY" : "NOT_VERIFIED" });
      }
    },
    [secret],
  );
  const scan = useCallback(
    (text: string) => {
      const { code, at } = last.current;
      if (text !== code || Date.now() - at > IGNORE_SAME_CODE_MS) void check(text);
    },
    [check],
  );
  const next = useCallback(() => {
    last.current.at = Date.now();
    isBusy.current = false;
    setOutcome(undefined);
  }, []);
  return { outcome, isClosed, check, scan, next };
}
