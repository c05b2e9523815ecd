import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";

/** Longer messages are cut. */
const MAX_LENGTH = 300;

/**
 * Returns a message from the query string once. Removes it from the URL immediately, so that neither a reload nor a
 * shared link repeats it. Treats it as plain text, because anyone can create such a link.
 */
export function useFlashParam(name: string): string | undefined {
  const [query, setQuery] = useSearchParams();
  const value = query.get(name)?.trim().slice(0, MAX_LENGTH);
  const [message, setMessage] = useState<string>();
  useEffect(() => {
    if (value === undefined) return;
    if (value !== "") setMessage(value);
    const rest = (before: URLSearchParams) => {
      const left = new URLSearchParams(before);
      left.delete(name);
      return left;
    };
    setQuery(rest, { replace: true, preventScrollReset: true });
  }, [value, name, setQuery]);
  return message;
}
