import { Tabs as RadixTabs } from "radix-ui";
import { type ReactNode, useEffect, useRef } from "react";
import { scrollIntoRow } from "./scroll-into-row.ts";

export type Tab = { key: string; label: string; count?: number; panel: ReactNode };

/** Tabs whose selection belongs to the caller, usually to the address of the page. */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
  keep = false,
}: {
  /** Accessible name of the tab list. */
  label: string;
  tabs: Tab[];
  selected: string;
  onSelect: (key: string) => void;
  /** Keeps hidden panels mounted, for tabs with inputs. */
  keep?: boolean;
}) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => showSelected(row.current, selected), [selected]);
  return (
    <RadixTabs.Root value={selected} onValueChange={onSelect}>
      <RadixTabs.List ref={row} className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.key} value={tab.key} data-key={tab.key}>
            {tab.label}
            {tab.count === undefined ? null : <sup>{tab.count}</sup>}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content
          key={tab.key}
          value={tab.key}
          className="tab-panel"
          {...(keep ? { forceMount: true, hidden: tab.key !== selected } : {})}
        >
          {tab.panel}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}

function showSelected(row: HTMLDivElement | null, selected: string): void {
  const tab = row?.querySelector<HTMLElement>(`[data-key="${CSS.escape(selected)}"]`);
  if (row !== null && tab != null) scrollIntoRow(row, tab);
}
