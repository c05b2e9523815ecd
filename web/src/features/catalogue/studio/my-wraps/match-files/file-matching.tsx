import { useQuery } from "@tanstack/react-query";
import { getMySongs } from "@wrapsody/shared/studio/studio.ts";
import Upload from "lucide-react/icons/upload";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../../lib/api/api-fetch.ts";
import { FileButton, useFileDrop } from "../../../../../ui/forms/file-input.tsx";
import { detectPictureKind, isPictureName, pictureTypes } from "../../../../../ui/pictures/picture-types.ts";
import { QueryState } from "../../../../accounts/index.ts";
import { acceptOf, useMasterLimit } from "../../manage/audio/audio-files.ts";
import { FileList } from "./file-list.tsx";
import { type ChosenFile, type MatchableSong, type MatchedFile, matchFiles } from "./match-files.ts";
import "./file-matching.css";

const PAGE_SIZE = 1_000;

/** Loads all wraps of the publisher, because any of them may be named by a file. */
async function loadSongs(): Promise<MatchableSong[]> {
  const songs: MatchableSong[] = [];
  for (;;) {
    const list = { limit: PAGE_SIZE, offset: songs.length, sortKey: "created_at", sortDir: "ASC" } as const;
    const { data } = await apiFetch(getMySongs, { list });
    songs.push(...data);
    if (data.length < PAGE_SIZE) return songs;
  }
}

/** The content decides whether a file is a picture. Its name explains one whose content is not accepted. */
async function recognizeFile(file: File): Promise<ChosenFile> {
  return { file, isPicture: isPictureName(file.name) || (await detectPictureKind(file)) !== undefined };
}

/** Uploads covers and recordings to the wraps that the files are named after. */
export default function FileMatching() {
  const { t } = useTranslation();
  const [matches, setMatches] = useState<readonly MatchedFile[]>();
  const { data, error, refetch } = useQuery({ queryKey: ["songs to match"], queryFn: loadSongs, gcTime: 0 });
  const masterMaxBytes = useMasterLimit();
  const choose = async (files: readonly File[]) => {
    if (data !== undefined && masterMaxBytes !== undefined)
      setMatches(matchFiles(await Promise.all(files.map(recognizeFile)), data, masterMaxBytes));
  };
  const { field, over } = useFileDrop((files) => void choose(files), { disabled: matches !== undefined });
  if (data === undefined || masterMaxBytes === undefined)
    return <QueryState error={error} refetch={refetch} rows={2} />;
  if (matches !== undefined) return <FileList matches={matches} restart={() => setMatches(undefined)} />;
  return (
    <div ref={field} className={over ? "name-match-drop over" : "name-match-drop"}>
      <p>{t("manage.files.text")}</p>
      <p className="small dim">{t("manage.files.forms")}</p>
      <p className="small dim">
        {masterMaxBytes === null
          ? `${t("recordings.rule")} ${t("manage.master.none")}`
          : t("recordings.ruleWithMasters", { megabytes: masterMaxBytes / 1_000_000 })}
      </p>
      <FileButton
        className="btn go"
        multiple
        accept={`${acceptOf(masterMaxBytes)},${pictureTypes}`}
        onFiles={(files) => void choose(files)}
      >
        {t("manage.files.choose")} <Upload className="i" aria-hidden="true" />
      </FileButton>
    </div>
  );
}
