import type { ListingState } from "@wrapsody/shared/studio.ts";
import { useTranslation } from "react-i18next";

const shapes = {
  DRAFT: "",
  IN_REVIEW: "wait",
  ACTIVE: "on",
  REJECTED: "bad",
  HIDDEN: "done",
  RESTRICTED: "bad",
} satisfies Record<ListingState, string>;

/** Listing state of a wrap: a shape and a word. */
export function WrapState({ status }: { status: ListingState }) {
  const { t } = useTranslation();
  return <span className={`state ${shapes[status]}`}>{t(`manage.state.${status}`)}</span>;
}
