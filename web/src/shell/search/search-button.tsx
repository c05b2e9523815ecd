import Search from "lucide-react/icons/search";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLazyModule } from "../../lib/lazy-module.ts";
import { paths } from "../../paths.ts";
import { isShortcutFree } from "../player/shortcuts.ts";

const loadDialog = () => import("./search-dialog.tsx").then(({ loadSearchDialog: load }) => load());

/** Opens the search, which is a chunk of its own; also / and Ctrl or Command K. Without scripts, it leads to the page of the search. */
export function SearchButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const { part: SearchDialog, failed } = useLazyModule("search", loadDialog, isOpen);
  // Text typed while the dialog loads. Otherwise its letters would be lost, or run the player's shortcuts.
  const typed = useRef("");
  const isLoading = isOpen && SearchDialog === undefined && !failed;
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { key } = event;
      const isCommand = event.ctrlKey || event.metaKey;
      if (isLoading && !isCommand && key.length === 1) typed.current += key;
      else if (isLoading && key === "Backspace") typed.current = typed.current.slice(0, -1);
      else if (isCommand ? key.toLowerCase() === "k" : key === "/" && isShortcutFree(event)) setOpen(true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", handleKey, true);
    return () => document.removeEventListener("keydown", handleKey, true);
  }, [isLoading]);
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || failed) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Link
        ref={link}
        className="top-search"
        to={paths.searchAll()}
        aria-label={t("shell.search")}
        onClick={open}
      >
        <Search className="i" aria-hidden="true" />
      </Link>
      {isOpen && SearchDialog !== undefined ? (
        <SearchDialog
          initialText={() => typed.current}
          onClose={() => {
            setOpen(false);
            typed.current = "";
            link.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}
