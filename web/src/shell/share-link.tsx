import Check from "lucide-react/icons/check";
import ShareSign from "lucide-react/icons/share";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRouteLoaderData } from "react-router";

import { isSignedIn } from "../lib/storage/session.ts";
import { readStored } from "../lib/storage/storage.ts";
import { visitorId } from "../lib/storage/visitor.ts";
import type { Site } from "./site.ts";

/** Result of sharing: the link was copied, or the browser allows neither and shows it for manual copying. */
type Outcome = { kind: "copied" } | { kind: "byHand"; link: string };

const CONFIRMATION_MS = 4_000;

type ShareLinkProps = {
  title: string;
  text: string;
  /** Builds the path of the page, with the sharer in the link: the account of the session, else the visitor. */
  page: (query: { inc: string }) => string;
  className?: string;
};

/** Shares a page by the system's share sheet, else by copying its link. */
export function ShareLink({ title, text, page, className = "btn share" }: ShareLinkProps) {
  const { t } = useTranslation();
  const site = useRouteLoaderData<Site>("root");
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (outcome?.kind !== "copied") return;
    const timer = setTimeout(() => setOutcome(undefined), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const share = async () => {
    const account = isSignedIn() ? readStored("userId") : undefined;
    const url = `${site?.publicUrl ?? window.location.origin}${page({ inc: account ?? visitorId() })}`;
    setOutcome(await shareLink({ title, text, url }));
  };
  const copied = outcome?.kind === "copied";
  return (
    <>
      <button type="button" className={className} onClick={() => void share()}>
        <span>{t(copied ? "wrap.shareCopied" : "wrap.shareWrap")}</span>
        {copied ? <Check className="i" aria-hidden /> : <ShareSign className="i" aria-hidden />}
      </button>
      <span className="vh" role="status">
        {copied ? t("wrap.shareCopied") : ""}
      </span>
      {outcome?.kind === "byHand" && (
        <label className="by-hand small">
          {t("wrap.shareByHand")}
          <input className="code" readOnly value={outcome.link} onFocus={(event) => event.target.select()} />
        </label>
      )}
    </>
  );
}

async function shareLink(shared: { title: string; text: string; url: string }): Promise<Outcome | undefined> {
  if (typeof navigator.share === "function") {
    const handled = await navigator.share(shared).then(
      () => true,
      // Closing the share sheet is a decision, not a failure.
      (error: unknown) => error instanceof DOMException && error.name === "AbortError",
    );
    if (handled) return undefined;
  }
  try {
    await navigator.clipboard.writeText(shared.url);
    return { kind: "copied" };
  } catch {
    return { kind: "byHand", link: shared.url };
  }
}
