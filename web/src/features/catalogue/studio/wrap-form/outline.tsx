import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { type Draft, isEmptyRow } from "./draft.ts";
import { isList } from "./list-section.tsx";
import { type PartName, partId } from "./part.tsx";
import type { Problems } from "./payload.ts";

type OutlineProps = { parts: readonly PartName[]; draft: Draft; hasPicture: boolean; problems: Problems };

/** Navigation of the form sections, with their number of entries and errors. */
export function Outline({ parts, draft, hasPicture, problems }: OutlineProps) {
  const { t } = useTranslation();
  return (
    <nav className="form-outline" aria-label={t("wrapForm.outline")}>
      <ol>
        {parts.map((part) => {
          const state = stateOf(part, draft, hasPicture, problems);
          return (
            <li key={part}>
              <a href={`#${partId(part)}`} onClick={(event) => goTo(event, part)}>
                <span>{t(`wrapForm.${part}.title`)}</span>
                <span className={state === "check" ? "meta b bad" : "meta dim"}>
                  {typeof state === "number" ? state : t(`wrapForm.state.${state}`)}
                </span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
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
