import X from "lucide-react/icons/x";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../../lib/language/namespaces.ts";
import { formatDuration } from "../../../ui/format/format.ts";
import { usePlayerPart } from "../player.ts";
import { VolumeControls } from "../volume-controls.tsx";
import { changeQueue, getQueue, useQueue } from "./follow-player.ts";
import { clearQueue, type Entry, moveEntry, removeEntry } from "./queue.ts";
import { QueueRow } from "./queue-row.tsx";
import "./queue-panel.css";

export const loadTexts = () => loadNamespaces("queue");

/** The queue above the player: shows, reorders, removes and clears what plays next. The player stays in reach. */
export function QueuePanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const title = useId();
  const panel = useRef<HTMLElement>(null);
  const { announcement, move, remove, clear } = useQueueChanges(panel);
  const entries = useQueue((queue) => queue.entries);
  const current = useQueue((queue) => queue.current);
  useEffect(() => {
    panel.current?.focus();
    panel.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, []);
  const closeByEscape = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  return (
    <section
      ref={panel}
      className="queue"
      role="dialog"
      aria-labelledby={title}
      tabIndex={-1}
      onKeyDown={closeByEscape}
    >
      <div className="queue-head">
        <h2 id={title} className="head">
          {t("queue.title")}
        </h2>
        {entries.some(({ key }) => key !== current) ? (
          <button type="button" className="btn s queue-clear" onClick={clear}>
            {t("queue.clear")}
          </button>
        ) : null}
        <button type="button" className="sq" aria-label={t("queue.close")} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </button>
      </div>
      <PlaybackControls />
      {entries.length === 0 ? (
        <div className="void">
          <p className="b">{t("queue.empty")}</p>
          <p className="small dim">{t("queue.emptyHint")}</p>
        </div>
      ) : (
        <ol className="queue-list">
          {entries.map((entry, at) => (
            <QueueRow
              key={entry.key}
              entry={entry}
              isCurrent={entry.key === current}
              isFirst={at === 0}
              isLast={at === entries.length - 1}
              onMove={move}
              onRemove={remove}
            />
          ))}
        </ol>
      )}
      {entries.length === 0 ? null : <WhatFollows />}
      <p className="vh" role="status">
        {announcement}
      </p>
    </section>
  );
}

/** Time and volume, where the player has no room for them. */
function PlaybackControls() {
  const { t } = useTranslation();
  const position = usePlayerPart((player) => Math.floor(player.position));
  const duration = usePlayerPart((player) => Math.round(player.duration));
  return (
    <div className="queue-controls">
      <p className="code-l">
        <span className="vh">{t("queue.time")} </span>
        {formatDuration(position)} / {formatDuration(duration)}
      </p>
      <VolumeControls />
    </div>
  );
}

function WhatFollows() {
  const { t } = useTranslation();
  const hasNext = useQueue((queue) => queue.next !== undefined);
  return <p className="small dim queue-end">{t(hasNext ? "queue.pageFollows" : "queue.similarFollow")}</p>;
}

/** Changes the queue, announces each change, and keeps the focus in the panel. */
function useQueueChanges(panel: { current: HTMLElement | null }) {
  const { t } = useTranslation();
  const [announcement, setAnnouncement] = useState("");
  const move = ({ key, song }: Entry, by: number) => {
    changeQueue(moveEntry(getQueue(), key, by));
    const { entries } = getQueue();
    const place = entries.findIndex((entry) => entry.key === key) + 1;
    setAnnouncement(t("queue.moved", { name: song.name, place, total: entries.length }));
  };
  const remove = ({ key, song }: Entry) => {
    const at = getQueue().entries.findIndex((entry) => entry.key === key);
    changeQueue(removeEntry(getQueue(), key));
    setAnnouncement(t("queue.removed", { name: song.name }));
    // The button that had the focus is gone: the next row takes it, else the one before.
    requestAnimationFrame(() => {
      const rows = panel.current?.querySelectorAll<HTMLElement>(".queue-choose") ?? [];
      (rows[at] ?? rows[at - 1] ?? panel.current)?.focus();
    });
  };
  const clear = () => {
    changeQueue(clearQueue(getQueue()));
    setAnnouncement(t("queue.cleared"));
    panel.current?.focus();
  };
  return { announcement, move, remove, clear };
}
