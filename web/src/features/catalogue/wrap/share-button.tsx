import type { Song } from "@wrapsody/shared/catalogue.ts";
import Check from "lucide-react/icons/check";
import ShareSign from "lucide-react/icons/share";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRouteLoaderData } from "react-router";
import { isSignedIn } from "../../../lib/storage/session.ts";
import { readStored } from "../../../lib/storage/storage.ts";
import { visitorId } from "../../../lib/storage/visitor.ts";
import { paths } from "../../../paths.ts";
import type { loader as rootLoader } from "../../../root.tsx";
import { useIsPreview } from "./preview-address.ts";

/** Result of sharing: the link was copied, or the browser allows neither and shows it for manual copying. */
type Outcome = { kind: "copied" } | { kind: "byHand"; link: string };

const CONFIRMATION_MS = 4_000;

/** Shares a wrap by the system's share sheet, else by copying its link. Renders nothing for a preview. */
export function ShareButton({ song, className = "btn share" }: { song: Song; className?: string }) {
  const { t } = useTranslation();
  if (!useIsPreview()) return <Share song={song} className={className} />;
  return (
    <button type="button" className={className} disabled>
      {t("wrap.shareLater")}
    </button>
  );
}

/** The link contains the sharer. */
function Share({ song, className }: { song: Song; className: string }) {
  const { t } = useTranslation();
  const site = useRouteLoaderData<typeof rootLoader>("root");
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (outcome?.kind !== "copied") return;
    const timer = setTimeout(() => setOutcome(undefined), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const share = async () => {
    const title = `${song.name}, ${song.artist}`;
    const text = t("wrap.shareText", { name: song.name, artist: song.artist });
    setOutcome(await shareLink({ title, text, url: sharedLink(song, site?.publicUrl) }));
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

/** Builds the link. `inc` is the sharer: the account of the session, else the visitor. */
function sharedLink(song: Song, publicUrl = window.location.origin): string {
  const account = isSignedIn() ? readStored("userId") : undefined;
  return `${publicUrl}${paths.wrap(song.pretty_id, { inc: account ?? visitorId() })}`;
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
