import { deleteComponent } from "@wrapsody/shared/campaigns.ts";
import Trash from "lucide-react/icons/trash-2";
import { useTranslation } from "react-i18next";
import { apiFetch, isNotFound } from "../../../../../lib/api/api-fetch.ts";
import { ConfirmButton } from "../../../../accounts/index.ts";
import { refusalOf } from "../error-messages.ts";
import type { EditorComponent } from "../state/components.ts";
import type { EditorComponents } from "../state/use-components.ts";
import { useCampaignCache } from "../state/use-saving.ts";

type DeleteProps = {
  campaign: string;
  part: EditorComponent;
  parts: EditorComponents;
  forget(part: EditorComponent): void;
};

/** Deletes a component after a confirmation that warns of the loss. */
export function DeleteComponent({ campaign, part, parts, forget }: DeleteProps) {
  const { t } = useTranslation();
  const cache = useCampaignCache(campaign);
  const remove = async () => {
    if (part.saved !== undefined) {
      const params = { id: campaign, componentId: part.id };
      await apiFetch(deleteComponent, { params }).catch((error: unknown) => {
        // 404 after a lost response or a deletion in another tab: the component is gone, as intended.
        if (!isNotFound(error)) throw error;
      });
      cache.remove(part.id);
    }
    forget(part);
    parts.revert({ ...part, saved: undefined });
  };
  return (
    <ConfirmButton
      className="sq"
      label={
        <>
          <Trash className="i" aria-hidden="true" />
          <span className="vh">{t("components.delete.open")}</span>
        </>
      }
      title={t("components.delete.question", { name: part.draft.name || t("components.nameless") })}
      text={t(part.saved === undefined ? "components.delete.warningUnsaved" : "components.delete.warning")}
      confirm={t("components.delete.open")}
      run={remove}
      reason={(error) => refusalOf(t, error)}
    />
  );
}
