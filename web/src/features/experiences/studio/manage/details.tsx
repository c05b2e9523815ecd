import { getNetworks, type OwnCampaign, patchDrop } from "@wrapsody/shared/campaigns.ts";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AskError } from "../../../../lib/ask.ts";
import { checked } from "../../../../lib/checked.ts";
import { sendFiles } from "../../../../lib/send-files.ts";
import { useSentForm } from "../../../../lib/sent-form.ts";
import { Leaf } from "../../../../ui/leaf.tsx";
import { SendingProgress } from "../../../../ui/sending-progress.tsx";
import { FormFailure, OwnPending, useOwn } from "../../../accounts/index.ts";
import { AboutFields, PointsField, TermsFields } from "../campaign-form/campaign-fields.tsx";
import { readFields } from "../campaign-form/read-fields.ts";
import { detailsPart } from "../campaign-needs.ts";
import { Passing, saidFor, usePassing } from "../passing.tsx";
import { campaignRefusal } from "../problems.ts";
import { useCampaignChanged, useCampaignRefresh } from "./own-campaign.ts";

/** What may be changed of an experience: everything before it is activated, after that how it is called and shown. */
export function Details({ campaign }: { campaign: OwnCampaign }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useOwn(getNetworks);
  return (
    <div id={detailsPart} className="drop-details">
      <h2 className="head">{t("campaigns.edit.title")}</h2>
      {data === undefined ? (
        <OwnPending error={error} refetch={refetch} rows={4} height="4.5rem" />
      ) : (
        <DetailsForm campaign={campaign} networks={data.networks.map(({ name }) => name)} />
      )}
    </div>
  );
}

type FormProps = { campaign: OwnCampaign; networks: readonly OwnCampaign["network"][] };

function DetailsForm({ campaign, networks }: FormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [image, setImage] = useState<File>();
  const [saved, setSaved] = useState(0);
  const send = useChange(campaign);
  const passing = usePassing(saidFor.experience);
  const draft = campaign.stage === "DRAFT";
  const { problems, failure, busy, progress, submit, forgive } = useSentForm({
    send: (onProgress) =>
      send({ form: form.current, image }, onProgress).catch((error: unknown) => {
        passing.say(campaignRefusal(t, error, "campaigns.edit.failed"));
        throw error;
      }),
    done: () => {
      setImage(undefined);
      setSaved((count) => count + 1);
    },
    form,
  });
  return (
    <form
      ref={form}
      className="drop-form"
      noValidate
      aria-label={t("campaigns.edit.title")}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onInput={({ target }) => {
        if ("name" in target && typeof target.name === "string") forgive([target.name]);
      }}
    >
      <Leaf title={t("campaignForm.part.about")}>
        <div className="drop-fields">
          <AboutFields
            key={saved}
            given={campaign}
            problems={problems}
            onPicture={(chosen) => {
              setImage(chosen);
              forgive(["promo_image"]);
            }}
          />
          {draft ? null : <PointsField given={campaign} problems={problems} />}
          {draft ? null : <p className="small dim">{t("campaigns.edit.locked")}</p>}
        </div>
      </Leaf>
      {draft ? (
        <TermsFields given={campaign} problems={problems} song={campaign.song_id} networks={networks} />
      ) : null}
      <div className="drop-send">
        <FormFailure failure={failure} otherwise="campaigns.edit.failed" />
        <button type="submit" className="btn solid" aria-disabled={busy || undefined}>
          {t("campaigns.edit.send")}
        </button>
        <p className="small" role="status">
          {saved > 0 && !busy ? t("campaigns.edit.saved") : ""}
        </p>
        <SendingProgress sent={progress} busy={busy} />
      </div>
      <Passing text={passing.text} />
    </form>
  );
}

function useChange(campaign: OwnCampaign) {
  const changed = useCampaignChanged(String(campaign.id));
  const refresh = useCampaignRefresh();
  return async (
    { form, image }: { form: HTMLFormElement | null; image: File | undefined },
    onProgress: (sent: number) => void,
  ) => {
    if (form === null) throw new Error("The form is not on the page.");
    const { typed, missing } = readFields(form);
    const body = await checked(patchDrop.body, typed, missing);
    try {
      const asked = { params: { id: String(campaign.id) }, body, files: { promo_image: image } };
      const answer = await sendFiles(patchDrop, asked, { onProgress });
      changed(answer);
      return answer;
    } catch (error) {
      if (error instanceof AskError && error.code === "E0032") refresh();
      throw error;
    }
  };
}
