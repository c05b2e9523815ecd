import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import X from "lucide-react/icons/x";
import type { PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration } from "../../../ui/format/format.ts";
import { PlayShape } from "../../../ui/graphics/shapes.tsx";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { usePlayerPart } from "../player.ts";
import { chooseEntry } from "./follow-player.ts";
import type { Entry } from "./queue.ts";

type QueueRowProps = {
  entry: Entry;
  isCurrent: boolean;
  isFirst: boolean;
  isLast: boolean;
  onMove: (entry: Entry, by: number) => void;
  onRemove: (entry: Entry) => void;
};

/** A song of the queue: choose, move by a drag or by buttons, remove. */
export function QueueRow({ entry, isCurrent, isFirst, isLast, onMove, onRemove }: QueueRowProps) {
  const { t } = useTranslation();
  const { song, isSimilar, isUnavailable } = entry;
  const { name } = song;
  const isPlaying = usePlayerPart((player) => player.playing) && isCurrent;
  const note = isUnavailable ? t("queue.unavailable") : isSimilar ? t("queue.similar") : undefined;
  return (
    <li className="queue-entry" aria-current={isCurrent || undefined}>
      <span
        className="queue-grip"
        aria-hidden="true"
        onPointerDown={(event) => dragRow(event, (by) => onMove(entry, by))}
      >
        <GripVertical className="i" />
      </span>
      <button
        type="button"
        className="queue-choose"
        disabled={song.audio_uri === null}
        onClick={() => chooseEntry(entry)}
      >
        <span className="vh">{t(isPlaying ? "ui.pause" : "ui.play")}</span>
        <span className="queue-art">
          <Picture image={song.image} alt="" sizes="2.75rem" />
          {isCurrent ? <PlayShape playing={isPlaying} /> : null}
        </span>
        <span className="queue-who">
          <span className="b">{name}</span>
          <span className="dim">{note === undefined ? song.artist : `${song.artist} · ${note}`}</span>
        </span>
        <span className="code-l dim queue-time">{formatDuration(song.duration)}</span>
      </button>
      <span className="queue-move">
        <button
          type="button"
          aria-label={t("queue.moveUp", { name })}
          aria-disabled={isFirst || undefined}
          onClick={() => onMove(entry, -1)}
        >
          <ChevronUp className="i" aria-hidden="true" />
        </button>
        <button
          type="button"
          aria-label={t("queue.moveDown", { name })}
          aria-disabled={isLast || undefined}
          onClick={() => onMove(entry, 1)}
        >
          <ChevronDown className="i" aria-hidden="true" />
        </button>
      </span>
      {isCurrent ? (
        <span className="queue-remove" />
      ) : (
        <button
          type="button"
          className="queue-remove"
          aria-label={t("queue.remove", { name })}
          onClick={() => onRemove(entry)}
        >
          <X className="i" aria-hidden="true" />
        </button>
      )}
    </li>
  );
}

/**
 * Moves a row while the pointer drags it, a place for each height of a row. Listens to the window, because the row moves
 * in the document and would lose the pointer.
 */
function dragRow(event: PointerEvent<HTMLElement>, move: (by: number) => void): void {
  const row = event.currentTarget.closest("li");
  const list = row?.parentElement;
  if (row == null || list == null || event.button !== 0) return;
  event.preventDefault();
  const { pointerId } = event;
  const top = row.offsetTop - list.scrollTop;
  const grabbedAt = event.clientY;
  const drag = new AbortController();
  const { signal } = drag;
  row.dataset.dragged = "";
  const follow = (moved: globalThis.PointerEvent) => {
    if (moved.pointerId !== pointerId) return;
    const target = top + (moved.clientY - grabbedAt);
    const by = Math.round((target - (row.offsetTop - list.scrollTop)) / row.offsetHeight);
    if (by === 0) return;
    move(by);
    row.scrollIntoView({ block: "nearest" });
  };
  const drop = (ended: globalThis.PointerEvent) => {
    if (ended.pointerId !== pointerId) return;
    delete row.dataset.dragged;
    drag.abort();
  };
  window.addEventListener("pointermove", follow, { signal });
  window.addEventListener("pointerup", drop, { signal });
  window.addEventListener("pointercancel", drop, { signal });
}
