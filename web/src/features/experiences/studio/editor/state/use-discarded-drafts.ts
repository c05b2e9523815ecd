import { useEffect, useEffectEvent, useState } from "react";
import type { EditorComponents } from "./use-components.ts";

/**
 * What was not saved when the experience was activated elsewhere can never be: it is given up. Answers how many components that
 * were, to be told.
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
