import { type MouseEvent, type ReactNode, useState } from "react";
import { isSignedIn } from "../../lib/storage/session.ts";

/** Links to the companion app. Passes on the session of a signed-in user. */
export function CompanionLink({
  url,
  className,
  children,
}: {
  url: string;
  className: string;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const open = (event: MouseEvent) => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (elsewhere || !isSignedIn()) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    void import("./open-companion.ts")
      .then(({ openCompanion }) => openCompanion(url))
      .catch(() => window.location.assign(url))
      .finally(() => setBusy(false));
  };
  return (
    <a className={className} href={url} aria-busy={busy || undefined} onClick={open}>
      {children}
    </a>
  );
}
