import type { ListingState, OwnSong } from "@wrapsody/shared/studio/studio.ts";
import { useTranslation } from "react-i18next";

const shapes = {
  DRAFT: "",
  IN_REVIEW: "wait",
  SCHEDULED: "wait",
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

/** Says that changes of a listed wrap await approval. */
export function WaitingState({ song: { changes } }: { song: Pick<OwnSong, "changes"> }) {
  const { t } = useTranslation();
  return changes.length === 0 ? null : <span className="state wait">{t("manage.changes.title")}</span>;
}

/** Names the changes of a listed wrap that await approval, with the new title. */
export function WaitingValues({ song: { changes } }: { song: Pick<OwnSong, "changes"> }) {
  const { t } = useTranslation();
  return changes.map(({ id, field, title }) => (
    <span key={id} className="dim">
      {t(`manage.changes.waiting.${field}`, { title })}
    </span>
  ));
}
