import { useEffect, useEffectEvent, useState } from "react";
import type { EditorComponents } from "./use-components.ts";

/**
 * Discards unsaved changes after the experience was activated elsewhere, which makes them impossible to save. Returns
 * the number of discarded components, for an announcement.
 */
export function useDiscardedDrafts(
  { unsaved, giveUp }: Pick<EditorComponents, "unsaved" | "giveUp">,
  fixed: boolean,
): number {
  const [lost, setLost] = useState(0);
  const count = unsaved.length;
  const end = useEffectEvent(() => {
    setLost((before) => before + count);
    giveUp();
  });
  useEffect(() => {
    if (fixed && count > 0) end();
    if (!fixed) setLost(0);
  }, [fixed, count]);
  return lost;
}
