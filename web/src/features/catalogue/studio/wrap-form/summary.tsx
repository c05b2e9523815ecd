import type { TFunction } from "i18next";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { studioErrorText } from "../error-messages.ts";
import type { Draft } from "./draft.ts";
import { isList } from "./list-section.tsx";
import type { Problems } from "./payload.ts";

type SummaryProps = { draft: Draft; problems: Problems; form: RefObject<HTMLFormElement | null> };

/** Lists all errors with links, if there is more than one. */
export function Summary({ draft, problems, form }: SummaryProps) {
  const { t } = useTranslation();
  const places = inOrder(draft, Object.keys(problems));
  if (places.length < 2) return null;
  return (
    <section className="form-wrong" aria-labelledby="wrong">
      <h2 id="wrong" className="msg">
        <TriangleAlert className="i" aria-hidden="true" /> {t("wrapForm.wrong", { count: places.length })}
      </h2>
      <ul>
        {places.map((place) => (
          <li key={place}>
            <button type="button" className="u small" onClick={() => focusOn(form.current, place)}>
              {nameOf(t, draft, place)}: {studioErrorText(t, problems[place] ?? "")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Focuses an error: a field by its path in the form, or a list. */
export function focusOn(form: HTMLFormElement | null, place: string): void {
  const field = form?.elements.namedItem(place);
  const target = field instanceof HTMLElement ? field : document.getElementById(place);
  target?.focus();
}

function nameOf(t: TFunction, draft: Draft, place: string): string {
  const [part = "", key = "", field = ""] = place.split(".");
  if (part === "image") return t("wrapForm.artwork.title");
  if (!isList(part)) return t(`wrapForm.basics.${key}`, { defaultValue: key });
  if (key === "") return t(`wrapForm.${part}.title`);
  const number = draft.lists[part].findIndex((row) => row.key === key) + 1;
  return `${t(`wrapForm.${part}.row`, { number })}, ${t(`wrapForm.${part}.${field}`)}`;
}

const order = ["basics", "image", "albums", "credits", "dates", "owners", "dsps", "tags", "lyrics"];

/** Sorts error paths by their position on the page. */
export function inOrder(draft: Draft, places: readonly string[]): string[] {
  const rank = (place: string) => {
    const [first = "", key] = place.split(".");
    const part = place.startsWith("basics.lyrics") ? "lyrics" : first;
    const row = isList(part) ? draft.lists[part].findIndex((each) => each.key === key) : 0;
    return order.indexOf(part) * 1_000 + (row < 0 ? 999 : row);
  };
  return places.toSorted((a, b) => rank(a) - rank(b));
}
