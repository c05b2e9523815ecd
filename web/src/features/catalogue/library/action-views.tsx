import Heart from "lucide-react/icons/heart";
import ListPlus from "lucide-react/icons/list-plus";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";

/** Songs to add to a playlist. */
export type Addable = { song: number } | { album: string };

export const addableKey = (item: Addable) => ("song" in item ? `song:${item.song}` : `album:${item.album}`);

type View = { name: string; onClick(): void };

export function LikeView({ name, liked, onClick }: View & { liked: boolean }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="sq like"
      aria-pressed={liked}
      aria-label={t("wrap.like", { name })}
      title={t(liked ? "wrap.liked" : "wrap.likeShort")}
      onClick={onClick}
    >
      <Heart className="i" aria-hidden="true" />
    </button>
  );
}

export function FollowView({ name, following, onClick }: View & { following: boolean }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="btn"
      aria-pressed={following}
      aria-label={t(following ? "artist.followingName" : "artist.followName", { name })}
      onClick={onClick}
    >
      {t(following ? "artist.following" : "artist.follow")}
    </button>
  );
}

type AddViewProps = { name: string; isLabelled?: boolean | undefined } & ComponentProps<"button">;

/** With a visible label it is as large as its neighbours. Also the trigger of a dialog. */
export function AddView({ name, isLabelled = false, ...button }: AddViewProps) {
  const { t } = useTranslation();
  return (
    <button
      {...button}
      type="button"
      className={isLabelled ? "btn" : "sq add"}
      aria-label={t("wrap.add", { name })}
      title={isLabelled ? undefined : t("wrap.addShort")}
    >
      {isLabelled ? t("wrap.addShort") : null}
      <ListPlus className="i" aria-hidden="true" />
    </button>
  );
}
