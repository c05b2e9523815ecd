import { getNetworks, type OwnCampaign, patchDrop } from "@wrapsody/shared/experiences/campaigns.ts";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../../lib/api/api-fetch.ts";
import { uploadFiles } from "../../../../lib/api/upload-files.ts";
import { useFormDraft } from "../../../../lib/drafts/use-form-draft.ts";
import { useUploadForm } from "../../../../lib/forms/upload-form.ts";
import { validate } from "../../../../lib/forms/validate.ts";
import { DraftNotice } from "../../../../ui/forms/draft-notice.tsx";
import { SaveBar } from "../../../../ui/forms/save-bar.tsx";
import { UploadProgress } from "../../../../ui/forms/upload-progress.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { FormFailure, QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { AboutFields, PointsField, TermsFields } from "../campaign-form/campaign-fields.tsx";
import { readFields, withDraft } from "../campaign-form/read-fields.ts";
import { detailsPart } from "../shared/campaign-needs.ts";
import { campaignRefusal } from "../shared/error-messages.ts";
import { TOAST_MS, Toast, useToast } from "../shared/toast.tsx";
import { FixedTerms } from "./campaign-facts.tsx";
import { countChanges, type Details as DetailsOfPage, textsIn } from "./details-form.ts";
import { useCampaignChanged, useCampaignRefresh } from "./own-campaign.ts";

/** The editable details of an experience: all before activation, afterwards only its presentation. */
export function Details({ campaign, details }: { campaign: OwnCampaign; details: DetailsOfPage }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAuthedQuery(getNetworks);
  return (
    <div id={detailsPart} className="drop-details">
      <h2 className="vh">{t("campaigns.edit.title")}</h2>
      {data === undefined ? (
        <QueryState error={error} refetch={refetch} rows={4} height="4.5rem" />
      ) : (
        <DetailsForm campaign={campaign} details={details} networks={data.networks.map(({ name }) => name)} />
      )}
    </div>
  );
}

type FormProps = {
  campaign: OwnCampaign;
  details: DetailsOfPage;
  networks: readonly OwnCampaign["network"][];
};

function DetailsForm({ campaign, details, networks }: FormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [image, setImage] = useState<File>();
  const [saved, setSaved] = useState(0);
  const [round, setRound] = useState(0);
  const draft = useFormDraft(`experience-${campaign.id}`, form);
  const initial = withDraft(campaign, draft.values);
  const sent = useSentSnapshot(form, image);
  const send = useChange(campaign);
  const toast = useToast(TOAST_MS.experience);
  const isEditable = campaign.stage === "DRAFT";
  const { problems, failure, busy, progress, submit, submitted, clearErrors, reset } = useUploadForm({
    send: (onProgress) => {
      sent.record();
      return send({ form: form.current, image }, onProgress).catch((error: unknown) => {
        toast.show(campaignRefusal(t, error, "campaigns.edit.failed"));
        throw error;
      });
    },
    onSuccess: () => {
      setSaved((count) => count + 1);
      // Input typed or chosen since then is not saved yet and stays.
      if (!sent.isCurrent()) return;
      draft.finish();
      setImage(undefined);
      setRound((count) => count + 1);
    },
    form,
  });
  useSavedToast(details, { form, campaign, image, round: draft.round, save: submitted });
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
        if ("name" in target && typeof target.name === "string") clearErrors([target.name]);
      }}
    >
      <DraftNotice draft={draft} />
      <Section title={t("campaignForm.part.about")}>
        <div className="drop-fields">
          <AboutFields
            key={round}
            initial={initial}
            problems={problems}
            picture={draft.picture}
            onPicture={(chosen) => {
              setImage(chosen);
              clearErrors(["promo_image"]);
            }}
          />
          {isEditable ? null : <PointsField key={draft.round} initial={initial} problems={problems} />}
        </div>
      </Section>
      {isEditable ? (
        <TermsFields
          key={draft.round}
          initial={initial}
          problems={problems}
          song={campaign.song_id}
          networks={networks}
        />
      ) : (
        <Section title={t("campaigns.edit.fixed")}>
          <p className="small dim">{t("campaigns.edit.locked")}</p>
          <FixedTerms campaign={campaign} />
        </Section>
      )}
      <SaveBar
        changes={details.changes}
        busy={busy}
        label={t("campaigns.edit.send")}
        saved={saved > 0 ? t("campaigns.edit.saved") : undefined}
        onDiscard={() => {
          draft.discard();
          setImage(undefined);
          setRound((count) => count + 1);
          reset();
        }}
      >
        <FormFailure failure={failure} otherwise="campaigns.edit.failed" />
        {busy ? <UploadProgress sent={progress} busy /> : null}
      </SaveBar>
      <Toast text={toast.text} />
    </form>
  );
}

/** Records the submitted input and checks whether the form still contains it. */
function useSentSnapshot(form: RefObject<HTMLFormElement | null>, image: File | undefined) {
  const latest = useRef(image);
  const snapshot = useRef<{ texts: string; image: File | undefined }>(undefined);
  useEffect(() => {
    latest.current = image;
  });
  const texts = () => JSON.stringify(form.current === null ? [] : [...textsIn(form.current)]);
  return {
    record() {
      snapshot.current = { texts: texts(), image: latest.current };
    },
    isCurrent: () => snapshot.current?.texts === texts() && snapshot.current.image === latest.current,
  };
}

type Filled = {
  form: RefObject<HTMLFormElement | null>;
  campaign: OwnCampaign;
  image: File | undefined;
  /** Changes when the draft is discarded. */
  round: number;
  save(): Promise<OwnCampaign | undefined>;
};

/** Reports unsaved changes and the form to the page. */
function useSavedToast(
  { form: handle, setChanges }: DetailsOfPage,
  { form, campaign, image, round, save }: Filled,
): void {
  const compare = useEffectEvent(() =>
    setChanges(
      form.current === null ? 0 : countChanges(form.current, campaign) + (image === undefined ? 0 : 1),
    ),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them can change whether the form differs
  useEffect(() => compare(), [campaign, image, round]);
  useEffect(() => {
    const listening = new AbortController();
    // Some browsers report a choice in a list by `change` only. Both events fire after React has updated its state.
    for (const event of ["input", "change"])
      form.current?.addEventListener(event, () => setTimeout(compare), { signal: listening.signal });
    return () => listening.abort();
  }, [form]);
  useEffect(() => {
    handle.current = {
      typed: () => (form.current === null ? new Map() : textsIn(form.current)),
      save,
    };
  });
}

function useChange(campaign: OwnCampaign) {
  const changed = useCampaignChanged(String(campaign.id));
  const refresh = useCampaignRefresh();
  return async (
    { form, image }: { form: HTMLFormElement | null; image: File | undefined },
    onProgress: (sent: number) => void,
  ) => {
    if (form === null) throw new Error("The form is not on the page.");
    const { typed, missing } = readFields(form, campaign.pricing);
    const body = await validate(patchDrop.body, typed, missing);
    try {
      const options = { params: { id: String(campaign.id) }, body, files: { promo_image: image } };
      const answer = await uploadFiles(patchDrop, options, { onProgress });
      changed(answer);
      return answer;
    } catch (error) {
      if (error instanceof ApiError && error.code === "E0032") refresh();
      throw error;
    }
  };
}
