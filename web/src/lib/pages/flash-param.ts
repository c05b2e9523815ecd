import { useEffect, useState } from "react";
import { useNavigationType, useSearchParams } from "react-router";

/** Longer messages are cut. */
const MAX_LENGTH = 300;

/**
 * Returns a message that the previous page of this site left in the query string. Removes it from the URL immediately,
 * so that a reload does not repeat it. Ignores the messages of opened links, because anyone can create those.
 */
export function useFlashParam(name: string): string | undefined {
  const [query, setQuery] = useSearchParams();
  const value = query.get(name)?.trim().slice(0, MAX_LENGTH);
  const isFromLink = useNavigationType() === "POP";
  const [message, setMessage] = useState<string>();
  useEffect(() => {
    if (value === undefined) return;
    if (value !== "" && !isFromLink) setMessage(value);
    const rest = (before: URLSearchParams) => {
      const left = new URLSearchParams(before);
      left.delete(name);
      return left;
    };
    setQuery(rest, { replace: true, preventScrollReset: true });
  }, [value, name, isFromLink, setQuery]);
  return message;
}
