import { postSongNft } from "@wrapsody/shared/catalogue/wnft.ts";
import type { OwnSong } from "@wrapsody/shared/studio/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { Permitted } from "../../../accounts/index.ts";
import { LearnToken, tokenStateOf } from "../../wrap/learn/learn-token.tsx";
import { useOwnToken } from "../wnft/own-token.ts";

/** State of the wrap's token, with a link to issue one. */
export function TokenState({ song }: { song: OwnSong }) {
  const { data: token } = useOwnToken(song.id);
  return (
    <div className="wrap-page">
      <LearnToken song={song}>
        <TokenStep state={tokenStateOf(song)} song={song.id} failed={token?.state === "FAILED"} />
      </LearnToken>
    </div>
  );
}

type StepProps = { state: ReturnType<typeof tokenStateOf>; song: number; failed: boolean };

function TokenStep({ state, song, failed }: StepProps) {
  const { t } = useTranslation();
  if (state === "pending")
    return (
      <button type="button" className="btn note" disabled>
        {t("manage.token.minting")}
      </button>
    );
  if (state === "minted")
    return (
      <Permitted call={postSongNft} quiet>
        <p className="note">
          <Link className="u b small" to={paths.issueWnft(song)}>
            {t("manage.token.more")}
          </Link>
        </p>
      </Permitted>
    );
  return (
    <>
      {failed ? <p className="msg note">{t("wnft.failed")}</p> : null}
      <Permitted call={postSongNft}>
        <Link className="btn note" to={paths.issueWnft(song)}>
          {t("wnft.title")} <ArrowRight className="i" aria-hidden="true" />
        </Link>
      </Permitted>
    </>
  );
}
