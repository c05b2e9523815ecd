import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { scrollIntoRow } from "./scroll-into-row.ts";

export type Tab = { key: string; label: string; count?: number; panel: ReactNode };

/**
 * Tabs whose selection belongs to the caller, usually to the address of the page. Follows the tabs pattern of the ARIA
 * authoring practices: one tab stop, arrow keys, Home and End select. A tab that the reader selects moves its panel into view.
 */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
  isLinked = false,
  keep = false,
}: {
  /** Accessible name of the tab list. */
  label: string;
  tabs: Tab[];
  selected: string;
  onSelect: (key: string) => void;
  /** Whether the address names the selected tab. The page then opens at the tabs instead of at its top. */
  isLinked?: boolean;
  /** Keeps hidden panels mounted, for tabs with inputs. */
  keep?: boolean;
}) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const isChosen = useRef(false);
  useEffect(() => {
    showSelected(row.current, selected);
    // Only with its panel is the page long enough.
    if (isChosen.current) showPanel(frame.current);
    isChosen.current = false;
  }, [selected]);
  const opensAtTabs = useRef(isLinked);
  useEffect(() => {
    // A page that returns from the history keeps its position.
    if (opensAtTabs.current && window.scrollY === 0) frame.current?.scrollIntoView({ behavior: "instant" });
    opensAtTabs.current = false;
  }, []);
  const choose = (key: string) => {
    if (key === selected) showPanel(frame.current);
    else {
      isChosen.current = true;
      onSelect(key);
    }
  };
  const selectByKey = (event: KeyboardEvent) => {
    // The focus is ahead of the selection, which a navigation changes.
    const focused = (event.target as HTMLElement).dataset.key;
    const index = indexByKey(
      event.key,
      tabs.findIndex(({ key }) => key === focused),
      tabs.length,
    );
    const next = index === undefined ? undefined : tabs[index];
    if (next === undefined) return;
    event.preventDefault();
    choose(next.key);
    findTab(row.current, next.key)?.focus({ preventScroll: true });
  };
  return (
    <div ref={frame} className="tab-frame">
      <div ref={row} className="tabs" role="tablist" aria-label={label} onKeyDown={selectByKey}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.key}`}
            data-key={tab.key}
            aria-selected={tab.key === selected}
            aria-controls={`${id}-panel-${tab.key}`}
            tabIndex={tab.key === selected ? 0 : -1}
            onClick={() => choose(tab.key)}
          >
            {tab.label}
            {tab.count === undefined ? null : <sup>{tab.count}</sup>}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.key}
          role="tabpanel"
          id={`${id}-panel-${tab.key}`}
          aria-labelledby={`${id}-tab-${tab.key}`}
          className="tab-panel"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without links must be reachable by keyboard
          tabIndex={0}
          hidden={tab.key !== selected}
        >
          {keep || tab.key === selected ? tab.panel : null}
        </div>
      ))}
    </div>
  );
}

/** Returns the tab that a key selects; undefined for other keys. */
function indexByKey(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return (current + 1) % count;
    case "ArrowLeft":
      return (current - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

function findTab(row: HTMLDivElement | null, key: string): HTMLElement | null | undefined {
  return row?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
}

function showSelected(row: HTMLDivElement | null, selected: string): void {
  const tab = findTab(row, selected);
  if (row !== null && tab != null) scrollIntoRow(row, tab);
}

/** Scrolls the row below the header, so that the panel follows it. */
function showPanel(frame: HTMLDivElement | null): void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  frame?.scrollIntoView({ behavior: isStill ? "instant" : "smooth" });
}
