import { type OwnSong, type OwnSongAnswer, patchSong } from "@wrapsody/shared/studio/studio.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { useLazyModule } from "../../../../lib/lazy-module.ts";
import { useFlashParam } from "../../../../lib/pages/flash-param.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { ErrorState, LoadingRows } from "../../../../ui/feedback/states.tsx";
import { StatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { Tabs } from "../../../../ui/layout/tabs.tsx";
import { EditableBy, type PageHandle, QueryPage } from "../../../accounts/index.ts";
import { SplitWarnings } from "../../../splits/index.ts";
import type { Route } from "./+types/manage";
import { Artwork } from "./artwork.tsx";
import { AudioPicker } from "./audio/audio-picker.tsx";
import { AudioStatus } from "./audio/audio-status.tsx";
import { MasterStatus } from "./audio/master-status.tsx";
import { type AudioUploading, useAudioUpload } from "./audio/use-audio-upload.ts";
import { Basics } from "./basics.tsx";
import { ManageHead } from "./head.tsx";
import { ListingStatus } from "./listing-status.tsx";
import { missingWrap, useOwnSong } from "./own-song.ts";
import { Rewards } from "./rewards/rewards.tsx";
import { WaitingChanges } from "./waiting-changes.tsx";
import "./manage.css";

export const handle = { loading: { shape: "form" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("manage.title"), language);
}

export default function ManagePage({ params }: Route.ComponentProps) {
  return <ManagedWrap key={params.songId} reference={params.songId} />;
}

function ManagedWrap({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const query = useOwnSong(reference);
  return (
    <QueryPage query={query} title={t("manage.title")} missing={missingWrap(t)} shape="form">
      {(data) => <Manage {...data} />}
    </QueryPage>
  );
}

const loadOwnership = () => import("../splits/ownership.tsx");

const tabKeys = ["basics", "assets", "rewards", "ownership"] as const;

function Manage(answer: OwnSongAnswer) {
  const { song, detail, master_max_bytes } = answer;
  const { t } = useTranslation();
  const { selected, select } = useTab();
  const [newStatus, setNewStatus] = useState<OwnSong["status"]>();
  const success = useFlashParam("success");
  // The state is here so that the upload continues while another tab is open.
  const upload = useAudioUpload(song.id, master_max_bytes);
  const panels = {
    basics: <Basics {...answer} onStatusChange={setNewStatus} />,
    assets: <Assets {...answer} upload={upload} />,
    rewards: <Rewards song={song} rewards={detail.rewards} />,
    ownership: <OwnershipTab song={song} isOpen={selected === "ownership"} />,
  };
  return (
    <>
      <ManageHead song={song} tab={selected} onStatusChange={setNewStatus} />
      <StatusMessage text={newStatus === undefined ? success : t(`manage.message.${newStatus}`)} />
      <EditableBy call={patchSong}>
        <ListingStatus song={song} onStatusChange={setNewStatus} />
      </EditableBy>
      <WaitingChanges song={song} />
      {song.next_step === "SUBMIT" && selected !== "ownership" ? (
        <IncompleteSplits song={song} owners={detail.owners} />
      ) : null}
      <Tabs
        label={t("manage.tabs")}
        selected={selected}
        onSelect={select}
        keep
        tabs={tabKeys.map((key) => ({
          key,
          label: t(`manage.tab.${key}`),
          ...(key === "rewards" && detail.rewards.length > 0 ? { count: detail.rewards.length } : {}),
          panel: (
            <EditableBy call={patchSong}>
              <div className="manage-panel">{panels[key]}</div>
            </EditableBy>
          ),
        }))}
      />
    </>
  );
}

/** Returns the tab of the URL. Another tab changes no other part of the page. */
function useTab() {
  const [query, setQuery] = useSearchParams();
  const selected = tabKeys.find((key) => key === query.get("tab")) ?? "basics";
  const select = (key: string) =>
    setQuery(
      (before) => {
        before.set("tab", key);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return { selected, select };
}

/** Loaded when the tab is first opened, because few visits need it. */
function OwnershipTab({ song, isOpen }: { song: OwnSong; isOpen: boolean }) {
  const { t } = useTranslation();
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  const { part, failed, retry } = useLazyModule("ownership", loadOwnership, wasOpened);
  if (!wasOpened) return null;
  if (part !== undefined) return <part.Ownership song={song} />;
  return failed ? <ErrorState message={t("errors.part")} retry={retry} /> : <LoadingRows rows={4} />;
}

type SplitsProps = { song: OwnSong; owners: OwnSongAnswer["detail"]["owners"] };

/** Warns of incomplete splits before the wrap is listed, and leads to them. */
function IncompleteSplits({ song, owners }: SplitsProps) {
  const { t } = useTranslation();
  const shares = owners.map((owner) => ({ ownership: owner.ownership_rate, royalty: owner.royalty_rate }));
  return (
    <section className="manage-splits">
      <SplitWarnings owners={shares}>
        <Link
          className="u b small"
          to={paths.manage(song.id, { tab: "ownership" })}
          preventScrollReset
          replace
        >
          {t(owners.length === 0 ? "splits.state" : "splits.complete")}
        </Link>
      </SplitWarnings>
    </section>
  );
}

type Props = OwnSongAnswer & { upload: AudioUploading };

/** Picture and audio of the wrap. */
function Assets({ song, audio, master, master_max_bytes, detail: { peaks }, upload }: Props) {
  const { t } = useTranslation();
  const isFirstEncoding = audio.state === "NONE" && master?.state === "ENCODING";
  return (
    <>
      <Section title={t("manage.art.title")}>
        <Artwork song={song} />
      </Section>
      <Section title={t("manage.audio.title")}>
        <div className="manage-audio">
          {isFirstEncoding ? null : <AudioStatus song={song} audio={audio} peaks={peaks} />}
          {master === null ? null : <MasterStatus song={song} master={master} />}
          <AudioPicker
            uploading={upload}
            first={audio.state === "NONE"}
            next={song.next_step === "ADD_AUDIO"}
            masterMaxBytes={master_max_bytes}
          />
        </div>
      </Section>
    </>
  );
}
