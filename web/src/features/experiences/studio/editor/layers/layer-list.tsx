import ChevronsDown from "lucide-react/icons/chevrons-down";
import ChevronsUp from "lucide-react/icons/chevrons-up";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { LayerPicture } from "../canvas/layer-picture.tsx";
import type { EditorComponent } from "../state/components.ts";
import type { EditorComponents } from "../state/use-components.ts";
import { layerPast } from "./stacking.ts";

type LayerListProps = { parts: EditorComponents; fixed: boolean; onMoved(): void };

/** The layers on the canvas from back to front, with buttons that swap neighbours. */
export function LayerList({ parts, fixed, onMoved }: LayerListProps) {
  const { t } = useTranslation();
  const help = useId();
  const { visible, selected, select, change } = parts;
  const list = useStableFocus(visible);
  useScrolledIntoView(list, selected, visible);
  const moves = useRef(0);
  const move = (part: EditorComponent, by: 1 | -1) => {
    // Each move is an undo step of its own.
    moves.current += 1;
    change(part, { layer_level: String(layerPast(part, visible, by)) }, `layer ${moves.current}`);
    onMoved();
  };
  const onKeyDown = (event: KeyboardEvent, part: EditorComponent) => {
    const by = ways[event.key];
    if (by === undefined || fixed) return;
    event.preventDefault();
    select(part);
    move(part, by);
  };
  if (visible.length === 0) return null;
  return (
    <div className="order">
      <p id={help} className="vh">
        {fixed ? "" : t("components.order.help")}
      </p>
      <ol ref={list} aria-label={t("components.order.label")}>
        {visible.map((part) => (
          <li key={part.id}>
            <button
              type="button"
              data-order={part.id}
              aria-pressed={part === selected}
              aria-describedby={help}
              onClick={() => select(part)}
              onKeyDown={(event) => onKeyDown(event, part)}
            >
              <span className="th">
                <LayerPicture part={part} width={96} />
              </span>
              <span className="vh">{part.draft.name || t("components.nameless")}, </span>
              <span className="code">L{part.numbers.layer_level}</span>
            </button>
          </li>
        ))}
      </ol>
      {fixed || selected === undefined ? null : (
        <div className="order-ways">
          <button
            type="button"
            className="sq"
            aria-label={t("components.order.back")}
            onClick={() => move(selected, -1)}
          >
            <ChevronsDown className="i" aria-hidden="true" />
          </button>
          <button
            type="button"
            className="sq"
            aria-label={t("components.order.front")}
            onClick={() => move(selected, 1)}
          >
            <ChevronsUp className="i" aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  );
}

const ways: Readonly<Record<string, 1 | -1>> = { PageUp: 1, PageDown: -1 };

/** Scrolls the list so that the selected layer is fully visible, without scrolling the page. */
function useScrolledIntoView(
  list: RefObject<HTMLOListElement | null>,
  selected: EditorComponent | undefined,
  visible: readonly EditorComponent[],
) {
  const at = selected === undefined ? -1 : visible.indexOf(selected);
  const count = visible.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position changes with the number of layers before it
  useEffect(() => {
    const element = list.current;
    const item = element?.children[at];
    if (element === null || item === undefined) return;
    const [around, own] = [element.getBoundingClientRect(), item.getBoundingClientRect()];
    if (own.left < around.left) element.scrollLeft -= around.left - own.left + margin;
    else if (own.right > around.right) element.scrollLeft += own.right - around.right + margin;
  }, [list, at, count]);
}

/** Margin in pixels between the selected layer and the end of the list. */
const margin = 8;

/** Keeps the focus on a layer that moves within the list. */
function useStableFocus(visible: readonly EditorComponent[]) {
  const list = useRef<HTMLOListElement>(null);
  const focusedId = useRef<string>(undefined);
  const order = visible.map(({ id }) => id).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when the order changes
  useEffect(() => {
    if (focusedId.current === undefined || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`[data-order="${focusedId.current}"]`)?.focus();
  }, [order]);
  useEffect(() => {
    focusedId.current = undefined;
    const element = list.current;
    if (element === null) return;
    const listening = new AbortController();
    const rememberFocus = ({ target }: FocusEvent) => {
      focusedId.current = target instanceof HTMLElement ? target.dataset.order : undefined;
    };
    element.addEventListener("focusin", rememberFocus, { signal: listening.signal });
    return () => listening.abort();
  }, []);
  return list;
}
