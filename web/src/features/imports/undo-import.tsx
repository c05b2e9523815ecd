import { useQueryClient } from "@tanstack/react-query";
import { getMyPlan } from "@wrapsody/shared/payments/subscriptions.ts";
import { deleteImport, type ImportKind } from "@wrapsody/shared/studio/imports.ts";
import { getMyArtists, getMySongs } from "@wrapsody/shared/studio/studio.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../lib/api/invalidate.ts";
import { ConfirmButton } from "../accounts/index.ts";
import { useChanges } from "./applied-changes.tsx";

type Props = { kind: ImportKind; id: string; changes: number };

/** Undoes the import `id` after a confirmation, and says what is kept. Waits until its changes are applied. */
export function UndoImport(props: Props) {
  const applied = useChanges(props.id);
  return props.changes === 0 || applied?.pending === 0 ? <UndoButton {...props} /> : null;
}

function UndoButton({ kind, id, changes }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [result, setResult] = useState<{ deleted: number; restored: number; kept: { name: string }[] }>();
  if (result !== undefined) {
    const { deleted, restored, kept } = result;
    const names = kept.map(({ name }) => name).join(" · ");
    return (
      <p className="small" role="status">
        {deleted === 0 && changes > 0 ? "" : t(`imports.${kind}.undone`, { count: deleted })}{" "}
        {changes === 0 ? "" : t("imports.result.restored", { count: restored })}{" "}
        {kept.length === 0 ? "" : t(`imports.${kind}.kept`, { count: kept.length, names })}
      </p>
    );
  }
  return (
    <ConfirmButton
      label={t("imports.result.undo")}
      title={t("imports.result.undoTitle")}
      text={t(changes === 0 ? `imports.${kind}.undoText` : "imports.result.undoChangesText")}
      confirm={t("imports.result.undo")}
      run={async () => {
        setResult(await apiFetch(deleteImport, { params: { id } }));
        invalidateQueries(client, getMyArtists, getMySongs, getMyPlan);
      }}
    />
  );
}
