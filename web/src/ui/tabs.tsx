import { Tabs as RadixTabs } from "radix-ui";
import type { ReactNode } from "react";

export type Tab = { key: string; label: string; count?: number; panel: ReactNode };

/** Tabs whose selection belongs to the caller, usually to the address of the page. */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
}: {
  /** Names the row of tabs for those who do not see it. */
  label: string;
  tabs: Tab[];
  selected: string;
  onSelect: (key: string) => void;
}) {
  return (
    <RadixTabs.Root value={selected} onValueChange={onSelect}>
      <RadixTabs.List className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.key} value={tab.key}>
            {tab.label}
            {tab.count === undefined ? null : <sup>{tab.count}</sup>}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.key} value={tab.key} className="tab-panel">
          {tab.panel}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
