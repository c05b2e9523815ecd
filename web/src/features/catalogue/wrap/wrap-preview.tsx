import type { SongDetail } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useMemo } from "react";
import { paths } from "../../../paths.ts";
import { PreviewPlaybackContext } from "../../../shell/player/player.ts";
import { type Address, PreviewAddress } from "./preview-address.ts";
import { WrapHero } from "./wrap-hero.tsx";
import { WrapMore } from "./wrap-more.tsx";
import { WrapTabs } from "./wrap-tabs.tsx";

/** Preview of a wrap's page at another URL. Counts no plays and keeps links inside the preview. */
export function WrapPreview({ detail, address }: { detail: SongDetail; address: Address }) {
  const quiet = useMemo(() => ({ peaks: detail.peaks, page: address() }), [detail.peaks, address]);
  return (
    <PreviewAddress value={address}>
      <PreviewPlaybackContext value={quiet}>
        <div className="wrap-page">
          <WrapHero detail={detail} backTo={paths.manage(detail.song.id)} />
          <WrapTabs detail={detail} />
          <WrapMore song={detail.song} />
        </div>
      </PreviewPlaybackContext>
    </PreviewAddress>
  );
}
