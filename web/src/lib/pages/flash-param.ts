import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";

/** Longer messages are cut. */
const MAX_LENGTH = 300;

/**
 * A message that the address brings: told once. The address loses it at once, so that neither a reload nor a link that
 * is passed on tells it again. It is text and nothing else: whoever made the link wrote it.
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
