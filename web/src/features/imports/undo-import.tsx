import { useQueryClient } from "@tanstack/react-query";
import { deleteImport } from "@wrapsody/shared/imports.ts";
import { getMySongs } from "@wrapsody/shared/studio.ts";
import { getMyPlan } from "@wrapsody/shared/subscriptions.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../lib/api/invalidate.ts";
import { ConfirmButton } from "../accounts/index.ts";

/** Undoes the import `id` after a confirmation, and says which wraps are kept. */
export function UndoImport({ id }: { id: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [result, setResult] = useState<{ deleted: number; kept: { name: string }[] }>();
  if (result !== undefined) {
    const { deleted, kept } = result;
    const names = kept.map(({ name }) => name).join(" · ");
    return (
      <p className="small" role="status">
        {t("imports.result.undone", { count: deleted })}{" "}
        {kept.length === 0 ? "" : t("imports.result.kept", { count: kept.length, names })}
      </p>
    );
  }
  return (
    <ConfirmButton
      label={t("imports.result.undo")}
      title={t("imports.result.undoTitle")}
      text={t("imports.result.undoText")}
      confirm={t("imports.result.undo")}
      run={async () => {
        setResult(await apiFetch(deleteImport, { params: { id } }));
        invalidateQueries(client, getMySongs, getMyPlan);
      }}
    />
  );
}
