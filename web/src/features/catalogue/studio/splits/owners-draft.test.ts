import type { SplitOwner } from "@wrapsody/shared/studio/splits.ts";
import { describe, expect, it } from "vitest";
import { applyChange } from "../wrap-form/draft.ts";
import { ownersOf, toOwnersDraft, toOwnersErrors } from "./owners-draft.ts";

const owner = (
  name: string,
  ownership: number,
  royalty: number,
  email: string | null = null,
): SplitOwner => ({
  name,
  ownership,
  royalty,
  email,
  has_account: false,
  is_you: false,
  confirmed_at: null,
});

describe("the draft of a change of splits", () => {
  it("starts with the owners and sends them unchanged", () => {
    const owners = [owner("Ann", 33.33, 50, "ann@label.example"), owner("Bo", 66.67, 0)];
    expect(ownersOf(toOwnersDraft(owners))).toEqual([
      { name: "Ann", ownership: 33.33, royalty: 50, email: "ann@label.example" },
      { name: "Bo", ownership: 66.67, royalty: 0, email: "" },
    ]);
  });

  it("is empty without owners, and omits empty rows", () => {
    const draft = toOwnersDraft([]);
    expect(draft.lists.owners).toHaveLength(1);
    expect(ownersOf(applyChange(draft, { type: "add", list: "owners" }))).toEqual([]);
  });

  it("maps errors to the rows of the form", () => {
    const draft = toOwnersDraft([owner("Ann", 50, 50), owner("Bo", 60, 50)]);
    const [, second] = draft.lists.owners;
    const errors = [
      { field: "owners.1.email", message: "Enter an email address." },
      { field: "owners", message: "too much" },
      { field: "name", message: "Required" },
    ];
    expect(toOwnersErrors(draft, errors)).toEqual({
      [`owners.${second?.key}.email`]: "Enter an email address.",
      owners: "too much",
    });
  });
});
