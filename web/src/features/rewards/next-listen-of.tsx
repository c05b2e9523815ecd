import { getMyBalances } from "@wrapsody/shared/points.ts";
import { useOwn } from "../accounts/index.ts";
import { NextListen } from "./next-listen.tsx";
import "./level-claim.css";

/** When the next listen of one wrap counts; nothing for whoever never earned anything with it. */
export function NextListenOf({ songId }: { songId: number }) {
  const filters = [{ key: "song_id", operator: "==", value: songId } as const];
  const { data } = useOwn(getMyBalances, { list: { limit: 1, filters } });
  const balance = data?.data.find(({ song }) => song.id === songId);
  if (balance === undefined) return null;
  return (
    <div className="next-listen">
      <NextListen at={balance.next_award_at} />
    </div>
  );
}
