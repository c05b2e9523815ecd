import { useMutation } from "@tanstack/react-query";
import { campaignLimits, putSlot } from "@wrapsody/shared/experiences/campaigns.ts";
import { type KeyboardEvent, useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../../lib/api/api-fetch.ts";
import { Field } from "../../../../../ui/forms/field.tsx";
import { refusalOf } from "../error-messages.ts";
import { CampaignContext } from "../inspector/use-qr-code.ts";
import { useCampaignCache } from "../state/use-saving.ts";

/** The name of the open slot, stored on Enter or when the focus leaves. Escape restores it. */
export function SlotNameField({ slot, name }: { slot: number; name: string }) {
  const { t } = useTranslation();
  const reference = useContext(CampaignContext);
  const cache = useCampaignCache(reference);
  const [typed, setTyped] = useState<string>();
  const rename = useMutation({
    mutationFn: (to: string) => apiFetch(putSlot, { params: { id: reference, slot }, body: { name: to } }),
    onSuccess: ({ slot_names }) => {
      cache.putSlotNames(slot_names);
      setTyped(undefined);
    },
  });
  const store = () => {
    if (typed === undefined || rename.isPending) return;
    if (typed.trim() === name) cancel();
    else rename.mutate(typed);
  };
  const cancel = () => {
    setTyped(undefined);
    rename.reset();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Ctrl+S is also the editor's, which saves the components.
    const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s";
    if (event.key === "Enter" || isSave) store();
    else if (event.key === "Escape") {
      event.preventDefault();
      cancel();
    }
  };
  return (
    <div className="slot-name">
      <Field
        label={t("components.slots.name", { slot })}
        name="slot_name"
        value={typed ?? name}
        placeholder={t("components.slots.namePlaceholder")}
        maxLength={campaignLimits.slotName}
        autoComplete="off"
        problem={rename.error === null ? undefined : refusalOf(t, rename.error)}
        onChange={({ currentTarget }) => {
          rename.reset();
          setTyped(currentTarget.value);
        }}
        onBlur={store}
        onKeyDown={onKeyDown}
      />
      <p className="vh" role="status">
        {rename.isSuccess && typed === undefined ? t("components.slots.named") : ""}
      </p>
    </div>
  );
}
