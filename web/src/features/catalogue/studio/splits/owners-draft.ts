import type { FieldError } from "@wrapsody/shared/api/errors.ts";
import type { SplitOwner } from "@wrapsody/shared/studio/splits.ts";
import { applyChange, type Draft, emptyDraft, isEmptyRow, type Row } from "../wrap-form/draft.ts";
import { type Problems, readShare, toFieldErrors } from "../wrap-form/payload.ts";

/** Returns a draft of the wrap form with these owners. */
export function toOwnersDraft(owners: readonly SplitOwner[]): Draft {
  const draft = emptyDraft();
  const key = draft.lists.owners[0]?.key;
  if (key === undefined || owners.length === 0) return draft;
  const lines = owners.map(({ name, ownership, royalty, email }) => [
    name,
    String(ownership),
    String(royalty),
    email ?? "",
  ]);
  return applyChange(draft, { type: "paste", list: "owners", key, field: "name", lines });
}

type OwnerFields = { name: string; ownership: number; royalty: number | null; email: string };

/** Builds the owners of the request body. An empty address removes it. */
export function ownersOf(draft: Draft): OwnerFields[] {
  return draft.lists.owners
    .filter((row) => !isEmptyRow("owners", row))
    .map(({ values: { name = "", ownership = "", royalty = "", email = "" } }: Row) => ({
      name,
      ownership: readShare(ownership),
      royalty: royalty.trim() === "" ? null : readShare(royalty),
      email: email.trim(),
    }));
}

/** Maps the errors of the request body to rows, and drops those of other fields. */
export function toOwnersErrors(draft: Draft, errors: readonly FieldError[]): Problems {
  return toFieldErrors(
    draft,
    errors.filter(({ field }) => field === "owners" || field.startsWith("owners.")),
  );
}
