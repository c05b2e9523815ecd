import type { Reward } from "@wrapsody/shared/rewards.ts";
import type { TFunction } from "i18next";

type Level = Pick<Reward, "name" | "reward_type">;

/** Returns the name of a level, with its song if it is the song as a file, and its kind unless that is its name. */
export function levelTitle(
  { name, reward_type }: Level,
  song: { name: string },
  t: TFunction,
): { title: string; kind: string | null } {
  const kind = t(`wrap.reward.${reward_type}`);
  const isSong = reward_type === "WRAPPED_MP3";
  return {
    title: isSong ? t("points.levelOf", { level: name, song: song.name }) : name,
    kind: kind === name ? null : kind,
  };
}
