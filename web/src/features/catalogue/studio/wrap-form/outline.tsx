import { type MouseEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Draft, isEmptyRow } from "./draft.ts";
import { isList } from "./list-section.tsx";
import { type PartName, partId } from "./part.tsx";
import type { Problems } from "./payload.ts";

type OutlineProps = {
  parts: readonly PartName[];
  draft: Draft;
  hasPicture: boolean;
  problems: Problems;
  /** Whether all changes are saved. */
  status: string | undefined;
};

/** Navigation of the form sections, with their number of entries and errors. Marks the section in view. */
export function Outline({ parts, draft, hasPicture, problems, status }: OutlineProps) {
  const { t } = useTranslation();
  const current = useCurrentPart(parts);
  return (
    <nav className="form-outline" aria-label={t("wrapForm.outline")}>
      <ol>
        {parts.map((part) => {
          const state = stateOf(part, draft, hasPicture, problems);
          return (
            <li key={part}>
              <a
                href={`#${partId(part)}`}
                aria-current={part === current ? "true" : undefined}
                onClick={(event) => goTo(event, part)}
              >
                <span>{t(`wrapForm.${part}.title`)}</span>
                <span className={state === "check" ? "meta b bad" : "meta dim"}>
                  {typeof state === "number" ? state : t(`wrapForm.state.${state}`)}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
      {status === undefined ? null : <p className="meta dim">{status}</p>}
    </nav>
  );
}

/** Returns the last section that crossed the upper third of the window. */
function useCurrentPart(parts: readonly PartName[]): PartName | undefined {
  const [current, setCurrent] = useState(parts[0]);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const crossing = entries.find(({ isIntersecting }) => isIntersecting)?.target;
        const part = parts.find((name) => crossing?.getAttribute("aria-labelledby") === partId(name));
        if (part !== undefined) setCurrent(part);
      },
      { rootMargin: "-33% 0px -67% 0px" },
    );
    for (const part of parts) {
      const section = document.getElementById(partId(part))?.closest("section");
      if (section != null) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [parts]);
  return current;
}

/** Returns the number of entries of a list, and the state of another section or of one with errors. */
function stateOf(part: PartName, { basics, lists }: Draft, hasPicture: boolean, problems: Problems) {
  if (Object.keys(problems).some((place) => partOf(place) === part)) return "check";
  if (part === "artwork") return hasPicture ? "done" : "needed";
  if (part === "lyrics") return basics.lyrics.trim() === "" ? "optional" : "done";
  if (!isList(part)) return basics.name.trim() === "" ? "needed" : "done";
  return lists[part].filter((row) => !isEmptyRow(part, row)).length || "optional";
}

/** Returns the section of an error. */
function partOf(place: string): string | undefined {
  if (place === "image") return "artwork";
  return place.startsWith("basics.lyrics") ? "lyrics" : place.split(".")[0];
}

/** Scrolls without a history entry, so that the back button leaves the form. */
function goTo(event: MouseEvent, part: PartName): void {
  event.preventDefault();
  const heading = document.getElementById(partId(part));
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}
