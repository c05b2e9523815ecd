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
  const readTyped = useTypedAhead(isOpen && SearchDialog === undefined && !failed);
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      const isCommand = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isCommand && !(event.key === "/" && isShortcutFree(event))) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", openByKey);
    return () => document.removeEventListener("keydown", openByKey);
  }, []);
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
          initialText={readTyped}
          onClose={() => {
            setOpen(false);
            link.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}

/** Collects the text typed while the dialog loads. Otherwise its letters would be lost, or run the player's shortcuts. */
function useTypedAhead(isLoading: boolean): () => string {
  const typed = useRef("");
  useEffect(() => {
    if (!isLoading) return;
    typed.current = "";
    const collect = (event: KeyboardEvent) => {
      const isCharacter = [...event.key].length === 1;
      if (event.ctrlKey || event.metaKey || event.altKey || !(isCharacter || event.key === "Backspace"))
        return;
      typed.current = isCharacter ? typed.current + event.key : typed.current.slice(0, -1);
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", collect, { capture: true });
    return () => document.removeEventListener("keydown", collect, { capture: true });
  }, [isLoading]);
  return () => typed.current;
}
