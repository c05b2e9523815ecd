import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import "./file-input.css";

/** At least one file. An input without `multiple` gives exactly one, a drop may give more. */
type Files = readonly [File, ...File[]];

type FileButtonProps = Omit<ComponentProps<"input">, "type" | "className" | "onChange"> & {
  className: string;
  /** Visible label. */
  children: ReactNode;
  onFiles: (files: Files) => void;
};

/** A button that opens the file dialog: a label over which its file input lies invisibly. */
export function FileButton({ className, children, onFiles, ...input }: FileButtonProps) {
  return (
    <label className={`${className} file-button`}>
      {children}
      <input
        {...input}
        type="file"
        onChange={({ currentTarget }) => {
          const files = toFiles(currentTarget.files);
          // Makes choosing the same file again a change.
          currentTarget.value = "";
          if (files !== undefined) onFiles(files);
        }}
      />
    </label>
  );
}

type FileDrop = {
  /** The `ref` of the field. */
  field: (element: HTMLElement | null) => void;
  /** The field while it is on the page. */
  element: HTMLElement | null;
  /** Files are dragged above it. */
  over: boolean;
};

/** Accepts files that are dropped or pasted on a field, whenever it appears, or anywhere on the `page`. */
export function useFileDrop(
  onFiles: (files: Files, target: EventTarget | null) => void,
  { page = false, disabled = false }: { page?: boolean; disabled?: boolean } = {},
): FileDrop {
  const [element, field] = useState<HTMLElement | null>(null);
  const [over, setOver] = useState(false);
  const allowDrop = useEffectEvent((event: DragEvent) => {
    if (disabled || event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    setOver(true);
  });
  const acceptFiles = useEffectEvent((event: Event, transfer: DataTransfer | null) => {
    const files = toFiles(transfer?.files);
    if (disabled || files === undefined) return;
    event.preventDefault();
    onFiles(files, event.target);
  });
  useEffect(() => {
    const zone = page ? document.documentElement : element;
    if (zone === null) return;
    const listening = new AbortController();
    const { signal } = listening;
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && zone.contains(relatedTarget))) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      acceptFiles(event, event.dataTransfer);
    };
    zone.addEventListener("dragover", (event) => allowDrop(event), { signal });
    zone.addEventListener("dragleave", leave, { signal });
    zone.addEventListener("drop", drop, { signal });
    zone.addEventListener("paste", (event) => acceptFiles(event, event.clipboardData), { signal });
    return () => listening.abort();
  }, [page, element]);
  return { field, element, over };
}

function toFiles(list: FileList | null | undefined): Files | undefined {
  const [first, ...others] = list ?? [];
  return first && [first, ...others];
}
