import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

type InstantCheckboxProps = {
  /** The state as the server last reported it. */
  saved: boolean;
  /** Saves the new state. */
  mutation: Pick<UseMutationResult<unknown, Error, boolean>, "mutate" | "isPending">;
  className: string;
  /** The label. */
  children: ReactNode;
};

/**
 * A labelled checkbox that is saved when it changes. Shows the new state at once and until the server reports it; the saved one if
 * saving fails.
 */
export function InstantCheckbox({ saved, mutation, className, children }: InstantCheckboxProps) {
  const { mutate, isPending } = mutation;
  const [choice, setChoice] = useState<boolean>();
  if (choice === saved) setChoice(undefined);
  return (
    <label className={className}>
      <input
        type="checkbox"
        checked={choice ?? saved}
        onChange={({ currentTarget: { checked } }) => {
          if (isPending) return;
          setChoice(checked);
          mutate(checked, { onError: () => setChoice(undefined) });
        }}
      />
      {children}
    </label>
  );
}
