import { useQueryClient } from "@tanstack/react-query";
import { wrapNumber } from "@wrapsody/shared/catalogue/catalogue-numbers.ts";
import { getMyDapps, getNetworks } from "@wrapsody/shared/experiences/campaigns.ts";
import type { Network } from "@wrapsody/shared/experiences/chain.ts";
import { getDrops } from "@wrapsody/shared/experiences/experiences.ts";
import { getMySongs } from "@wrapsody/shared/studio/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { useFormDraft } from "../../../../lib/drafts/use-form-draft.ts";
import { useUploadForm } from "../../../../lib/forms/upload-form.ts";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { FirstStep } from "../../../../ui/feedback/states.tsx";
import { DraftNotice } from "../../../../ui/forms/draft-notice.tsx";
import { UploadProgress } from "../../../../ui/forms/upload-progress.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { toWrapOption, useOwnWrap } from "../../../../ui/pickers/own-lists.ts";
import type { PickerOption } from "../../../../ui/pickers/picker-options.ts";
import { FormFailure, type PageHandle, QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { campaignRefusal } from "../shared/error-messages.ts";
import { TOAST_MS, Toast, useToast } from "../shared/toast.tsx";
import type { Route } from "./+types/create-experience";
import { AboutFields, blankCampaign, TermsFields } from "./campaign-fields.tsx";
import { withDraft } from "./read-fields.ts";
import { SongField } from "./song-field.tsx";
import { useCampaignCreation } from "./use-campaign-creation.ts";

export const handle = { loading: { shape: "form" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("campaignForm.title"), language);
}

const anyWrap = { list: { limit: 1 } } as const;

export default function CreateExperiencePage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const linked = query.get("song") ?? undefined;
  const songs = useAuthedQuery(getMySongs, anyWrap);
  const reached = useAuthedQuery(getNetworks);
  const waited = songs.data === undefined ? songs : reached;
  return (
    <>
      <header className="page-h">
        <div>
          <h1 className="title">{t("campaignForm.title")}</h1>
          <p className="small dim">{t("campaignForm.lead")}</p>
        </div>
      </header>
      <section className="sec studio-sec" aria-label={t("campaignForm.title")}>
        {songs.data?.total === 0 ? (
          <NoWraps />
        ) : songs.data === undefined || reached.data === undefined ? (
          <QueryState error={waited.error} refetch={waited.refetch} shape="form" />
        ) : (
          <CreateForm key={linked} linked={linked} networks={reached.data.networks.map(({ name }) => name)} />
        )}
      </section>
    </>
  );
}

type CreateFormProps = {
  /** The wrap named in the URL. */
  linked: string | undefined;
  networks: readonly Network[];
};

function CreateForm({ linked, networks }: CreateFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const draft = useFormDraft(linked === undefined ? "experience-new" : `experience-new-${linked}`, form);
  const { song, songId, chooseSong, resetSong } = useSong(draft.values.song_id || linked);
  const [image, setImage] = useState<File>();
  const create = useCampaignCreation();
  const toast = useToast(TOAST_MS.experience);
  const openNewExperience = useOpenNewExperience();
  const { problems, failure, busy, progress, submit, clearErrors } = useUploadForm({
    send: (onProgress) =>
      create({ form: form.current, song: songId, image }, onProgress).catch((error: unknown) => {
        toast.show(campaignRefusal(t, error, "campaignForm.failed"));
        throw error;
      }),
    onSuccess(campaign) {
      draft.finish();
      openNewExperience(campaign);
    },
    form,
  });
  const initial = withDraft({ ...blankCampaign, network: undefined }, draft.values);
  return (
    <form
      ref={form}
      className="drop-form"
      noValidate
      aria-label={t("campaignForm.title")}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onInput={({ target }) => clearErrors([nameOf(target)])}
    >
      <DraftNotice
        draft={draft}
        onDiscard={() => {
          draft.discard();
          setImage(undefined);
          resetSong();
        }}
      />
      <Section title={t("campaignForm.part.about")}>
        <div className="drop-fields">
          <SongField
            chosen={song}
            problem={problems.song_id}
            onChoose={(chosen) => {
              chooseSong(chosen);
              clearErrors(["song_id"]);
            }}
          />
          <AboutFields
            key={draft.round}
            initial={initial}
            problems={problems}
            picture={draft.picture}
            onPicture={(chosen) => {
              setImage(chosen);
              clearErrors(["promo_image"]);
            }}
          />
        </div>
      </Section>
      <TermsFields
        key={draft.round}
        initial={initial}
        problems={problems}
        song={songId}
        networks={networks}
      />
      <div className="drop-send">
        <FormFailure failure={failure} otherwise="campaignForm.failed" />
        <button type="submit" className="btn go" aria-disabled={busy || undefined}>
          {t("campaignForm.send")} <ArrowRight className="i" aria-hidden="true" />
        </button>
        <UploadProgress sent={progress} busy={busy} />
      </div>
      <Toast text={toast.text} />
    </form>
  );
}

/**
 * Selects a wrap by id or pretty id until the user chooses another. A form that is sent before the wrap has loaded names it, too. A wrap that
 * is not the user's is not selected.
 */
function useSong(reference: string | undefined) {
  const { t } = useTranslation();
  const { data, isLoading } = useOwnWrap(reference);
  const [choice, setChoice] = useState<{ song: PickerOption | undefined }>();
  const isId = /^\d+$/.test(reference ?? "");
  const linked =
    reference === undefined
      ? undefined
      : data !== undefined
        ? toWrapOption(t, data.song)
        : isLoading
          ? { id: isId ? reference : "", name: isId ? wrapNumber(Number(reference)) : t("picker.loading") }
          : undefined;
  const song = choice === undefined ? linked : choice.song;
  return {
    song,
    songId: song === undefined || song.id === "" ? undefined : Number(song.id),
    chooseSong: (song: PickerOption | undefined) => setChoice({ song }),
    resetSong: () => setChoice(undefined),
  };
}

/** Returns a function that opens the page of the new experience. */
function useOpenNewExperience(): (campaign: { id: number }) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return ({ id }) => {
    invalidateQueries(client, getMyDapps, getDrops);
    void navigate(paths.manageExperience(id));
  };
}

function nameOf(target: EventTarget): string {
  return "name" in target && typeof target.name === "string" ? target.name : "";
}

function NoWraps() {
  const { t } = useTranslation();
  return <FirstStep title={t("campaignForm.noWraps")} to={paths.create} label={t("campaignForm.wrapSong")} />;
}
