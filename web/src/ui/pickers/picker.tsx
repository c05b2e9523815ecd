import ChevronDown from "lucide-react/icons/chevron-down";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount } from "../format/format.ts";
import { Frame, useFieldAttributes } from "../forms/field.tsx";
import { Picture } from "../pictures/picture.tsx";
import { buildRows, findRow, type PickerRow, targetOfKey } from "./picker-list.ts";
import { type PickerOption, type PickerSource, usePickerOptions } from "./picker-options.ts";
import "./picker.css";

export type PickerProps = {
  label: string;
  /** Name of the form field, whose value is the id of the chosen entry. */
  name: string;
  source: PickerSource;
  chosen: PickerOption | undefined;
  /** Label of the entry that stands for no choice. Without it, a choice can only be replaced. */
  none?: string;
  /** Shown while nothing is chosen, if `none` is absent. */
  placeholder?: string;
  hint?: string | undefined;
  problem: string | undefined;
  required?: boolean;
  onChoose(option: PickerOption | undefined): void;
};

/**
 * A combobox with a list that the server searches (WAI-ARIA's editable combobox with list autocomplete). The focus stays
 * in the text; `aria-activedescendant` names the active entry.
 */
export function Picker(props: PickerProps) {
  const { label, name, source, chosen, none, placeholder, hint, problem, required = false } = props;
  const { t, i18n } = useTranslation();
  const field = useFieldAttributes({ hint, problem });
  const listId = `${field.id}-list`;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [activeKey, setActiveKey] = useState<string>();
  // Enter was pressed before the entries for the text arrived.
  const [isEnterPending, setEnterPending] = useState(false);
  const [choices, setChoices] = useState(0);
  const search = usePickerOptions(source, typed ?? "", isOpen);
  const { options, total, isStale, failed, hasMore, loadMore, retry } = search;
  const isTyping = (typed ?? "").trim() !== "";
  const rows = buildRows({ options, chosen, none, isTyping, hasMore });
  const active = isStale ? undefined : findRow(rows, activeKey, isTyping);
  const hasList = isOpen && !failed && rows.length > 0;
  const container = useScrollToPicker(isOpen);

  const close = () => {
    setOpen(false);
    setTyped(undefined);
    setActiveKey(undefined);
    setEnterPending(false);
  };
  const choose = (row: PickerRow) => {
    if (row.kind === "more") return loadMore();
    props.onChoose(row.kind === "none" ? undefined : row.option);
    setChoices((count) => count + 1);
    close();
  };
  useEffect(() => {
    if (!isEnterPending || isStale) return;
    setEnterPending(false);
    if (active !== undefined && active.kind === "option") choose(active);
  });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key, altKey } = event;
    if (key === "Enter" && isOpen) {
      event.preventDefault();
      if (failed) retry();
      else if (isStale) setEnterPending(true);
      else if (active !== undefined) choose(active);
      return;
    }
    if ((key === "Escape" || (key === "ArrowUp" && altKey)) && isOpen) {
      event.preventDefault();
      return close();
    }
    const target = targetOfKey(event, { rows, active, isOpen });
    if (target === undefined) return;
    event.preventDefault();
    setOpen(true);
    setActiveKey(target);
  };
  return (
    <Frame label={label} hint={hint} problem={problem} id={field.id} className="in picker">
      {chosen?.image === undefined || typed !== undefined ? null : (
        <span className="picker-cover">
          <Picture image={chosen.image} alt="" sizes="28px" />
        </span>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus has left all of it */}
      <div
        ref={container}
        className="picker-in"
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) close();
        }}
      >
        <input
          {...field}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={hasList}
          aria-controls={hasList ? listId : undefined}
          aria-activedescendant={hasList && active !== undefined ? `${listId}-${active.key}` : undefined}
          aria-required={required || undefined}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={none ?? placeholder}
          className={none === undefined ? undefined : "picker-none"}
          value={typed ?? chosen?.name ?? ""}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onClick={() => setOpen(true)}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setActiveKey(undefined);
            setEnterPending(false);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
        />
        <ChevronDown className="i picker-mark" aria-hidden="true" />
        {isOpen ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: a press in the list must not take the focus from the text
          <div className="picker-box" onMouseDown={(event) => event.preventDefault()}>
            {failed ? (
              <div className="picker-note">
                <p className="msg">{t("picker.failed")}</p>
                <button type="button" className="btn s" onClick={retry}>
                  {t("ui.retry")}
                </button>
              </div>
            ) : rows.length > 0 ? (
              <PickerList
                id={listId}
                label={label}
                rows={rows}
                active={active}
                chosen={chosen}
                isBusy={isStale || search.isFetching}
                onChoose={choose}
                onEnd={hasMore ? loadMore : undefined}
              />
            ) : (
              <p className="picker-note small dim">{t(isStale ? "picker.loading" : "picker.none")}</p>
            )}
          </div>
        ) : null}
      </div>
      <HiddenValue name={name} value={chosen?.id ?? ""} choices={choices} />
      <span className="vh" role="status">
        {!isOpen
          ? ""
          : failed
            ? t("picker.failed")
            : isStale
              ? t("picker.loading")
              : total === 0
                ? t("picker.none")
                : t("picker.found", { count: total, total: formatCount(total, i18n.language) })}
      </span>
    </Frame>
  );
}

type ListProps = {
  id: string;
  label: string;
  rows: readonly PickerRow[];
  active: PickerRow | undefined;
  chosen: PickerOption | undefined;
  isBusy: boolean;
  onChoose(row: PickerRow): void;
  /** Called when the user has scrolled to the end. */
  onEnd: (() => void) | undefined;
};

function PickerList({ id, label, rows, active, chosen, isBusy, onChoose, onEnd }: ListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const activeKey = active?.key;
  // The list may open below the edge of the window or behind the player.
  useEffect(() => {
    list.current?.scrollIntoView({ block: "nearest" });
  }, []);
  useEffect(() => {
    if (activeKey !== undefined) list.current?.querySelector(".on")?.scrollIntoView({ block: "nearest" });
  }, [activeKey]);
  return (
    <div
      ref={list}
      id={id}
      className="picker-list"
      role="listbox"
      aria-label={label}
      aria-busy={isBusy || undefined}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + 2 * clientHeight > scrollHeight) onEnd?.();
      }}
    >
      {rows.map((row) => {
        const isChosen = row.kind === "option" ? row.option.id === chosen?.id : chosen === undefined;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
          <div
            key={row.key}
            id={`${id}-${row.key}`}
            role="option"
            tabIndex={-1}
            aria-selected={row.kind !== "more" && isChosen}
            className={row.key === activeKey ? "picker-row on" : "picker-row"}
            onClick={() => onChoose(row)}
          >
            {row.kind === "more" ? (
              <span className="b">{t("picker.more")}</span>
            ) : row.kind === "none" ? (
              row.label
            ) : (
              <PickerEntry option={row.option} />
            )}
          </div>
        );
      })}
    </div>
  );
}

function PickerEntry({ option: { name, detail, image } }: { option: PickerOption }) {
  return (
    <>
      {image === undefined ? null : (
        <span className="picker-thumb">
          <Picture image={image} alt="" sizes="40px" />
        </span>
      )}
      <span className="picker-name">
        <span className="b">{name}</span>{" "}
        {detail === undefined ? null : <span className="dim num">{detail}</span>}
      </span>
    </>
  );
}

type HiddenValueProps = {
  name: string;
  value: string;
  /** How often the user has chosen an entry. */
  choices: number;
};

/** The value in the form. Reports each choice of the user as a control of the browser does. */
function HiddenValue({ name, value, choices }: HiddenValueProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (choices > 0) input.current?.dispatchEvent(new Event("change", { bubbles: true }));
  }, [choices]);
  return <input ref={input} type="hidden" name={name} value={value} />;
}

/** Moves the field to the top of a touch screen when it opens, because the keyboard covers the lower half. */
function useScrollToPicker(isOpen: boolean) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen && matchMedia("(pointer: coarse)").matches)
      container.current?.closest(".f")?.scrollIntoView({ block: "start" });
  }, [isOpen]);
  return container;
}
