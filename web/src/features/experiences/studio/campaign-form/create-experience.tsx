import { useQueryClient } from "@tanstack/react-query";
import { getMyDapps, getNetworks } from "@wrapsody/shared/campaigns.ts";
import type { Network } from "@wrapsody/shared/chain.ts";
import { getDrops } from "@wrapsody/shared/experiences.ts";
import { getMySongs, type OwnSong } from "@wrapsody/shared/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { useUploadForm } from "../../../../lib/forms/upload-form.ts";
import { textIn } from "../../../../lib/language/language.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { FirstStep } from "../../../../ui/feedback/states.tsx";
import { UploadProgress } from "../../../../ui/forms/upload-progress.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { FormFailure, QueryState, useAuthedQuery } from "../../../accounts/index.ts";
import { campaignRefusal } from "../shared/error-messages.ts";
import { TOAST_MS, Toast, useToast } from "../shared/toast.tsx";
import type { Route } from "./+types/create-experience";
import { AboutFields, blankCampaign, TermsFields } from "./campaign-fields.tsx";
import { SongField } from "./song-field.tsx";
import { useCampaignCreation } from "./use-campaign-creation.ts";

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("campaignForm.title"), language);
}

const everySong = { list: { limit: 1000, sortKey: "name", sortDir: "ASC", sortRequested: true } } as const;

export default function CreateExperiencePage() {
  const { t } = useTranslation();
  const songs = useAuthedQuery(getMySongs, everySong);
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
          <QueryState error={waited.error} refetch={waited.refetch} rows={8} height="4.5rem" />
        ) : (
          <CreateForm songs={songs.data.data} networks={reached.data.networks.map(({ name }) => name)} />
        )}
      </section>
    </>
  );
}

function CreateForm({ songs, networks }: { songs: readonly OwnSong[]; networks: readonly Network[] }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [song, setSong] = useSong(songs);
  const [image, setImage] = useState<File>();
  const create = useCampaignCreation();
  const toast = useToast(TOAST_MS.experience);
  const onSuccess = useOpenNewExperience();
  const { problems, failure, busy, progress, submit, clearErrors } = useUploadForm({
    send: (onProgress) =>
      create({ form: form.current, song, image }, onProgress).catch((error: unknown) => {
        toast.show(campaignRefusal(t, error, "campaignForm.failed"));
        throw error;
      }),
    onSuccess,
    form,
  });
  const initial = { ...blankCampaign, network: undefined };
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
      <Section title={t("campaignForm.part.about")}>
        <div className="drop-fields">
          <SongField songs={songs} chosen={song} problem={problems.song_id} onChoose={setSong} />
          <AboutFields
            initial={initial}
            problems={problems}
            onPicture={(chosen) => {
              setImage(chosen);
              clearErrors(["promo_image"]);
            }}
          />
        </div>
      </Section>
      <TermsFields initial={initial} problems={problems} song={song} networks={networks} />
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

/** Selects the wrap named in the URL until the user chooses another. */
function useSong(songs: readonly OwnSong[]) {
  const [query] = useSearchParams();
  const named = Number(query.get("song") ?? Number.NaN);
  return useState(songs.find(({ id }) => id === named)?.id);
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
