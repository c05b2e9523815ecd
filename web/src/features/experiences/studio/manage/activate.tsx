import { type OwnCampaign, patchActivate } from "@wrapsody/shared/experiences/campaigns.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, apiFetch } from "../../../../lib/api/api-fetch.ts";
import { networkName } from "../../../../lib/networks.ts";
import { shortAddress } from "../../../../ui/format/format.ts";
import { SelectField } from "../../../../ui/forms/field.tsx";
import { ConfirmButton } from "../../../accounts/index.ts";
import { useWalletsOn } from "../../../chain/index.ts";
import { actionErrorKey } from "../shared/error-messages.ts";
import { ActivationTerms, networkOf, termsOf } from "./activation-terms.tsx";
import type { Details } from "./details-form.ts";
import { useCampaignChanged, useCampaignRefresh } from "./own-campaign.ts";

type Props = { campaign: OwnCampaign; details: Details; className: string; announce(text: string): void };

/** The changes could not be saved, so nothing was activated. */
class NotSaved extends Error {}

/** Deploys the contract of an experience after a confirmation of its final terms. Saves unsaved changes first. */
export function Activate({ campaign, details, className, announce }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const wallets = useWalletsOn(networkOf(details, campaign)) ?? [];
  const receiver = wallets.find((address) => address === chosen) ?? wallets[0] ?? null;
  const run = useActivation({ campaign, details, announce, receiver });
  const reason = (error: Error) => {
    if (error instanceof NotSaved) return t("campaigns.activate.notSaved");
    return t(
      error instanceof ApiError && error.code === "E0032"
        ? "campaigns.activate.refused"
        : actionErrorKey(error),
    );
  };
  return (
    <ConfirmButton
      className={className}
      label={
        <>
          {t("campaigns.activate.open")} <ArrowRight className="i" aria-hidden="true" />
        </>
      }
      title={t("campaigns.activate.question", { name: campaign.name })}
      text={
        <>
          {details.changed ? <p className="form-note b">{t("campaigns.activate.unsaved")}</p> : null}
          <ActivationTerms campaign={campaign} details={details} receiver={receiver} />
          <p>{t("campaigns.activate.text", { network: networkName(t, networkOf(details, campaign)) })}</p>
          <p className="small">{t("campaigns.activate.fixed")}</p>
        </>
      }
      confirm={t(details.changed ? "campaigns.activate.saveAndConfirm" : "campaigns.activate.confirm")}
      run={run}
      reason={reason}
    >
      {wallets.length > 1 && termsOf(details, campaign).royalty_rate > 0 ? (
        <SelectField
          label={t("royalty.receiver")}
          name="royalty_receiver"
          value={receiver ?? undefined}
          problem={undefined}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        >
          {wallets.map((address) => (
            <option key={address} value={address}>
              {shortAddress(address)}
            </option>
          ))}
        </SelectField>
      ) : null}
    </ConfirmButton>
  );
}

type Activation = Omit<Props, "className"> & { receiver: string | null };

function useActivation({ campaign: { id }, details, announce, receiver }: Activation): () => Promise<void> {
  const { t } = useTranslation();
  const changed = useCampaignChanged(String(id));
  const refresh = useCampaignRefresh();
  return async () => {
    if (details.changed) {
      const saved = await details.save();
      if (saved === undefined) throw new NotSaved();
      // The changes may leave something missing, which the page now lists.
      if (saved.needs.length > 0) return announce(t("campaigns.activate.savedOnly"));
    }
    try {
      // The wallet that was shown, or none: it may have been unlinked meanwhile.
      const body = receiver === null ? {} : { royalty_receiver: receiver };
      changed(await apiFetch(patchActivate, { params: { id: String(id) }, body }));
    } catch (error) {
      if (error instanceof ApiError && error.code === "E0032") refresh();
      throw error;
    }
  };
}
