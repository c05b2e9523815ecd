import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

/** Accepts a file that is dropped or pasted on a field. `over` is true while one is dragged above it. */
export function useFileDrop(take: (file: File) => void): {
  field: RefObject<HTMLDivElement | null>;
  over: boolean;
} {
  const field = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const offer = useEffectEvent((event: Event, transfer: DataTransfer | null) => {
    const [file] = transfer?.files ?? [];
    if (file === undefined) return;
    event.preventDefault();
    take(file);
  });
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    const listening = new AbortController();
    const { signal } = listening;
    const hold = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") !== true) return;
      event.preventDefault();
      setOver(true);
    };
    element.addEventListener("dragover", hold, { signal });
    element.addEventListener("dragleave", () => setOver(false), { signal });
    element.addEventListener(
      "drop",
      (event) => {
        setOver(false);
        offer(event, event.dataTransfer);
      },
      { signal },
    );
    element.addEventListener("paste", (event) => offer(event, event.clipboardData), { signal });
    return () => listening.abort();
  }, []);
  return { field, over };
}
