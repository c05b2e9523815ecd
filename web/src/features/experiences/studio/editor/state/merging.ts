import { changesOf, type Draft, draftFields } from "./draft.ts";

/** Fields that only make sense together: offsets are measured from the anchor, and the width decides where they end. */
const placement: readonly (keyof Draft)[] = ["anchor_point", "width", "qr_code_width", "offsetX", "offsetY"];
const groups: readonly (readonly (keyof Draft)[])[] = [
  placement,
  ...draftFields.filter((field) => !placement.includes(field)).map((field) => [field]),
];

/**
 * Merges what `draft` changes of `base` with `next`, which someone else saved meanwhile. Returns `conflict` if both changed the same
 * fields to different values.
 */
export function mergeDraft(base: Draft, draft: Draft, next: Draft): Draft | "conflict" {
  const [own, others] = [changesOf(base, draft), changesOf(base, next)];
  const isConflict = groups.some(
    (group) =>
      group.some((field) => field in own) &&
      group.some((field) => field in others) &&
      group.some((field) => draft[field] !== next[field]),
  );
  return isConflict ? "conflict" : { ...next, ...own };
}

/** Applies what `draft` changes of `base` to `next`. A changed placement is taken over as a whole. */
export function applyOwnChanges(base: Draft, draft: Draft, next: Draft): Draft {
  const own = changesOf(base, draft);
  const fields = groups.filter((group) => group.some((field) => field in own)).flat();
  return { ...next, ...Object.fromEntries(fields.map((field) => [field, draft[field]])) };
}
