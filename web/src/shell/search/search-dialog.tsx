import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getSearch, searchLimits } from "@wrapsody/shared/catalogue/search.ts";
import X from "lucide-react/icons/x";
import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { queryOf } from "../../lib/pages/page-data.ts";
import { paths } from "../../paths.ts";
import { formatTotal } from "../../ui/format/format.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { type FoundGroup, type FoundRow, listFoundGroups, useRoleName } from "./found-rows.ts";
import "./search-dialog.css";

/** Loads the dialog with its texts. */
export async function loadSearchDialog() {
  await loadNamespaces("search");
  return SearchDialog;
}

const SUGGESTIONS_PER_KIND = 4;
const DEBOUNCE_MS = 150;

/**
 * Searches while the reader types (WAI-ARIA's combobox with a grouped list). Enter opens the active suggestion, or all
 * results if none is active.
 */
function SearchDialog({ initialText, onClose }: { initialText: () => string; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [text, setText] = useState(initialText);
  const [activeKey, setActiveKey] = useState<string>();
  const { groups, total, failed, isStale } = useSuggestions(text.trim());
  const rows = groups.flatMap((group) => group.rows.map((row) => ({ ...row, key: rowKey(group, row) })));
  const active = rows.find(({ key }) => key === activeKey);
  useEffect(() => dialog.current?.showModal(), []);
  const closeByBackdrop = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) onClose();
  };
  const open = (to: string) => {
    onClose();
    void navigate(to);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (active !== undefined) open(active.to);
    else if (text.trim() !== "") open(paths.searchAll({ q: text.trim() }));
  };
  const moveActive = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || rows.length === 0 || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const at = rows.findIndex(({ key }) => key === activeKey);
    const next = at === -1 && step === -1 ? rows.length - 1 : at + step;
    setActiveKey(rows[next]?.key);
    document.getElementById(`${listId}-${rows[next]?.key}`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, Escape closes a dialog
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label={t("search.title")}
      onClose={onClose}
      onClick={closeByBackdrop}
    >
      <form className="search-field" onSubmit={submit}>
        <input
          autoFocus
          // Not a search field: its Escape clears the text instead of closing the dialog.
          type="text"
          inputMode="search"
          role="combobox"
          aria-label={t("search.title")}
          aria-autocomplete="list"
          aria-expanded={rows.length > 0}
          aria-controls={rows.length > 0 ? listId : undefined}
          aria-activedescendant={active === undefined ? undefined : `${listId}-${active.key}`}
          placeholder={t("search.placeholder")}
          maxLength={searchLimits.text}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setActiveKey(undefined);
          }}
          onKeyDown={moveActive}
        />
        <button type="button" className="sq" aria-label={t("search.close")} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </button>
      </form>
      <p className="search-status small dim" role="status">
        {failed
          ? t("search.failed")
          : text.trim() === ""
            ? t("search.hint")
            : isStale
              ? t("ui.loading")
              : t("search.found", { count: total, total: formatTotal(total, document.documentElement.lang) })}
      </p>
      {rows.length === 0 ? null : (
        <div id={listId} role="listbox" aria-label={t("search.title")} className="search-list">
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options
            <div key={group.kind} role="group" aria-labelledby={`${listId}-${group.kind}`}>
              <p id={`${listId}-${group.kind}`} className="small dim search-kind">
                {t(`search.kind.${group.kind}`)}
              </p>
              {group.rows.map((row) => {
                const key = rowKey(group, row);
                return (
                  <Link
                    key={key}
                    id={`${listId}-${key}`}
                    role="option"
                    aria-selected={key === activeKey}
                    tabIndex={-1}
                    className="search-row"
                    to={row.to}
                    onClick={onClose}
                  >
                    <span className="search-cover">
                      <Picture image={row.image} alt="" sizes="40px" />
                    </span>
                    <span className="search-text">
                      <span>{row.title}</span>
                      {row.detail === "" ? null : <span className="small dim">{row.detail}</span>}
                    </span>
                    <span className="code dim" aria-hidden="true">
                      {row.code}
                    </span>
                  </Link>
                );
              })}
            </div>
          ))}
        </div>
      )}
      {text.trim() === "" || rows.length === 0 ? null : (
        <Link className="search-all" to={paths.searchAll({ q: text.trim() })} onClick={onClose}>
          {t("search.all")}
        </Link>
      )}
    </dialog>
  );
}

/** A wrap can be found by its title and by its lyrics. */
function rowKey({ kind }: FoundGroup, { key }: FoundRow): string {
  return `${kind}-${key}`;
}

/** Searches once the reader pauses. The previous suggestions stay until the next ones arrive. */
function useSuggestions(text: string) {
  const roleName = useRoleName();
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isError, isPlaceholderData } = useQuery({
    ...queryOf(getSearch, { query: { q: settled, limit: SUGGESTIONS_PER_KIND } }),
    enabled: settled !== "",
    placeholderData: keepPreviousData,
  });
  const groups = data === undefined || text === "" ? [] : listFoundGroups(data, roleName);
  return {
    groups,
    total: groups.reduce((sum, group) => sum + group.total, 0),
    failed: isError && settled === text,
    isStale: settled !== text || isPlaceholderData || data === undefined,
  };
}
