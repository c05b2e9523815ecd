import type { Campaign } from "@wrapsody/shared/experiences/experiences.ts";
import ChevronsDown from "lucide-react/icons/chevrons-down";
import ChevronsUp from "lucide-react/icons/chevrons-up";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { slotLabel } from "../../../artworks/slots.ts";
import { LayerPicture } from "../canvas/layer-picture.tsx";
import type { EditorComponent } from "../state/components.ts";
import type { EditorComponents } from "../state/use-components.ts";
import { ComponentListbox } from "./component-listbox.tsx";
import { layersPast } from "./stacking.ts";

type LayerListProps = {
  campaign: Pick<Campaign, "slot_names">;
  parts: EditorComponents;
  several: boolean;
  fixed: boolean;
  onMoved(): void;
};

/** The layers on the canvas from back to front, with buttons that move the selected ones past their neighbours. */
export function LayerList({ campaign, parts, several, fixed, onMoved }: LayerListProps) {
  const { t } = useTranslation();
  const help = useId();
  const { visible, selection, selected, changeAll } = parts;
  const list = useRef<HTMLDivElement>(null);
  useScrolledIntoView(list, selected, visible);
  const moves = useRef(0);
  const move = (moved: readonly EditorComponent[], by: 1 | -1) => {
    // Each move is an undo step of its own.
    moves.current += 1;
    const levels = layersPast(moved, visible, by);
    changeAll(moved, (part) => ({ layer_level: String(levels.get(part.id)) }), `layer ${moves.current}`);
    onMoved();
  };
  const onOptionKey = (event: KeyboardEvent, part: EditorComponent) => {
    const by = ways[event.key];
    if (by === undefined || fixed) return false;
    event.preventDefault();
    const isSelected = selection.includes(part);
    if (!isSelected) parts.select(part);
    move(isSelected ? selection : [part], by);
    return true;
  };
  if (visible.length === 0) return null;
  return (
    <div className="order" ref={list}>
      <span className="meta dim order-end" aria-hidden="true">
        {t("components.order.backEnd")}
      </span>
      <p id={help} className="vh">
        {t(fixed ? "components.select.help" : "components.order.help")}
      </p>
      <ComponentListbox
        label={t("components.order.label")}
        describedBy={help}
        order={visible}
        parts={parts}
        several={several}
        isHorizontal
        optionClass="layer-option"
        onOptionKey={onOptionKey}
      >
        {(part) => (
          <>
            <span className="th">
              <LayerPicture part={part} width={96} />
            </span>
            <span className="vh">
              {part.draft.name || t("components.nameless")}, {t("components.layer")}{" "}
              {part.numbers.layer_level}
            </span>
            <span className="meta dim" aria-hidden="true">
              {slotLabel(t, campaign, part.numbers.slot_number)}
            </span>
          </>
        )}
      </ComponentListbox>
      <span className="meta dim order-end" aria-hidden="true">
        {t("components.order.frontEnd")}
      </span>
      {fixed || selection.length === 0 ? null : (
        <div className="order-ways">
          <button
            type="button"
            className="sq"
            aria-label={t("components.order.back")}
            onClick={() => move(selection, -1)}
          >
            <ChevronsDown className="i" aria-hidden="true" />
          </button>
          <button
            type="button"
            className="sq"
            aria-label={t("components.order.front")}
            onClick={() => move(selection, 1)}
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
  list: RefObject<HTMLElement | null>,
  selected: EditorComponent | undefined,
  visible: readonly EditorComponent[],
) {
  const at = selected === undefined ? -1 : visible.indexOf(selected);
  const count = visible.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position changes with the number of layers before it
  useEffect(() => {
    const element = list.current?.querySelector(".options") ?? null;
    const item = element?.children[at];
    if (element === null || item === undefined) return;
    const [around, own] = [element.getBoundingClientRect(), item.getBoundingClientRect()];
    if (own.left < around.left) element.scrollLeft -= around.left - own.left + margin;
    else if (own.right > around.right) element.scrollLeft += own.right - around.right + margin;
  }, [list, at, count]);
}

/** Margin in pixels between the selected layer and the end of the list. */
const margin = 8;
