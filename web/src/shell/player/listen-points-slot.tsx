import { useLazyModule } from "../../lib/lazy-module.ts";
import { usePlayerPart } from "./player.ts";

async function loadListenPoints() {
  const { ListenPoints, loadTexts } = await import("./listen-points/listen-points.tsx");
  await loadTexts();
  return ListenPoints;
}

/** Shows what the current play earns. A page that plays its song loads its own parts first. */
export function ListenPointsSlot() {
  const isDue = usePlayerPart((player) => player.playing && player.position > 1);
  const { part: ListenPoints } = useLazyModule("listen-points", loadListenPoints, isDue);
  return ListenPoints === undefined ? null : <ListenPoints />;
}
