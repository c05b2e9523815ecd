import { useQueryClient } from "@tanstack/react-query";
import { type CollectedArtwork, getMyArt } from "@wrapsody/shared/experiences/experiences.ts";
import { patchMyArt } from "@wrapsody/shared/experiences/participation.ts";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ApiError, apiFetch } from "../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import { useUploadForm } from "../../../lib/forms/upload-form.ts";
import { Dialog, DialogCancel } from "../../../ui/feedback/dialog.tsx";
import { errorKey, FormAlert } from "../../accounts/index.ts";
import { WalletChoice } from "../../chain/index.ts";
import { walletErrorText } from "../participation/error-messages.ts";
import { participantNumber } from "./artwork-data.ts";

type SendProps = { artwork: CollectedArtwork; close(): void };

/** Asks to which wallet a kept artwork is minted. Cannot be undone. */
export function SendToWallet({ artwork, close }: SendProps) {
  const { t } = useTranslation();
  const name = t("experiences.artworkTitle", {
    number: participantNumber(artwork),
    name: artwork.campaign.name,
  });
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t("participation.send.title", { name })}
      text={
        <>
          <p>{t("participation.send.text")}</p>
          <p className="dim">{t("participation.whatIsWallet")}</p>
        </>
      }
    >
      <SendForm artwork={artwork} close={close} />
    </Dialog>
  );
}

function SendForm({ artwork, close }: SendProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [wallet, setWallet] = useState("");
  const params = { participantId: artwork.id };
  const { problems, failure, busy, submit, clearErrors } = useUploadForm({
    send: () => apiFetch(patchMyArt, { params, body: { wallet } }),
    onSuccess() {
      invalidateQueries(client, getMyArt);
      close();
    },
    form,
  });
  return (
    <form
      ref={form}
      className="entry-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <WalletChoice
        network={artwork.campaign.network}
        value={wallet}
        onChange={(address) => {
          setWallet(address ?? "");
          clearErrors(["wallet"]);
        }}
        error={walletErrorText(t, problems.wallet)}
      />
      {failure === undefined ? null : <FormAlert text={failureText(failure)} />}
      <div className="dialog-end">
        <DialogCancel>{t("accounts.settings.cancel")}</DialogCancel>
        <button type="submit" className="btn go" aria-disabled={busy || undefined}>
          {t(busy ? "participation.send.busy" : "participation.send.do")}
        </button>
      </div>
    </form>
  );

  function failureText(error: ApiError): string {
    return t(error.code === "E0087" ? "participation.send.E0087" : errorKey(error));
  }
}
