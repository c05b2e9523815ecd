import type { OwnSong } from "@wrapsody/shared/studio.ts";
import { useTranslation } from "react-i18next";
import { LearnToken, tokenStateOf } from "../../learn-token.tsx";

/** Where the token of the wrap stands. */
export function TokenState({ song }: { song: OwnSong }) {
  const { t } = useTranslation();
  return (
    <div className="wrap-page">
      <LearnToken song={song}>
        {tokenStateOf(song) === "pending" ? (
          <button type="button" className="btn note" disabled>
            {t("manage.token.minting")}
          </button>
        ) : null}
      </LearnToken>
    </div>
  );
}
