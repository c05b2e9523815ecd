import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import {
  type Discount,
  discountedCents,
  postSpotCode,
  readSpotCodeFragment,
} from "@wrapsody/shared/experiences/spot-codes.ts";
import { toCents } from "@wrapsody/shared/payments/pricing.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { ApiError, apiFetch } from "../../../../lib/api/api-fetch.ts";
import { codeErrorText } from "./code-texts.ts";

export type SpotCode = {
  typed: string;
  /** The code that was checked, and what it gives. */
  applied: { code: string; discount: Discount } | undefined;
  problem: string | undefined;
  busy: boolean;
  /** Changes the text; a code that was applied is not any more. */
  type(text: string): void;
  apply(): void;
  remove(): void;
  /** Takes the error of a reservation that refused the code. */
  refuse(error: unknown): void;
};

/** The code that a fan types, or that the link has in its fragment. */
export function useSpotCode({ id }: Pick<Campaign, "id">): SpotCode {
  const { t } = useTranslation();
  const { linked, forget } = useLinkedCode();
  const [typed, setTyped] = useState("");
  const [applied, setApplied] = useState<SpotCode["applied"]>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  /** The newest text; the response to an older one comes too late. */
  const latest = useRef("");
  const change = useCallback((text: string) => {
    latest.current = text;
    setTyped(text);
    setApplied(undefined);
    setProblem(undefined);
  }, []);
  const check = useCallback(
    async (code: string) => {
      setBusy(true);
      try {
        const discount = await apiFetch(postSpotCode, { params: { id: String(id) }, body: { code } });
        if (latest.current === code) setApplied({ code, discount });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (latest.current === code) setProblem(codeErrorText(t, error));
      } finally {
        setBusy(false);
      }
    },
    [id, t],
  );
  useEffect(() => {
    if (linked === undefined) return;
    change(linked);
    void check(linked);
  }, [linked, change, check]);
  return {
    typed,
    applied,
    problem,
    busy,
    type: change,
    apply: () => {
      if (!busy) void check(typed);
    },
    refuse(error) {
      if (!(error instanceof ApiError) || !isAboutCode(error)) return;
      setApplied(undefined);
      setProblem(codeErrorText(t, error));
    },
    remove: () => {
      change("");
      forget();
    },
  };
}

const isAboutCode = ({ errors }: ApiError) => errors.some(({ field }) => field === "code");

/** Moves the code of a link from the address, which people share, to the state of the history entry, which survives a reload. */
function useLinkedCode(): { linked: string | undefined; forget(): void } {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const inAddress = readSpotCodeFragment(hash);
  useEffect(() => {
    if (inAddress === undefined) return;
    void navigate(`${pathname}${search}`, { replace: true, state: { spotCode: inAddress } });
  }, [inAddress, pathname, search, navigate]);
  const kept: unknown = Reflect.get(Object(state), "spotCode");
  return {
    linked: typeof kept === "string" ? kept : undefined,
    forget: () => void navigate(`${pathname}${search}`, { replace: true, preventScrollReset: true }),
  };
}

/** Returns the price or the minimum with a code, in US dollars. */
export function priceWithCode(
  { cost_per_nft }: Pick<Campaign, "cost_per_nft">,
  applied: SpotCode["applied"],
): number {
  return applied === undefined
    ? cost_per_nft
    : discountedCents(toCents(cost_per_nft), applied.discount) / 100;
}
