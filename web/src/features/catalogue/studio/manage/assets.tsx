import type { OwnAudio, OwnSong } from "@wrapsody/shared/studio.ts";
import { useTranslation } from "react-i18next";
import { Section } from "../../../../ui/layout/section.tsx";
import { Artwork } from "./artwork.tsx";
import { AudioPicker } from "./audio/audio-picker.tsx";
import { AudioStatus } from "./audio/audio-status.tsx";
import type { AudioUploading } from "./audio/use-audio-upload.ts";

type Props = { song: OwnSong; audio: OwnAudio; peaks: number[]; upload: AudioUploading };

/** Picture and audio of the wrap. */
export function Assets({ song, audio, peaks, upload }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t("manage.art.title")}>
        <Artwork song={song} />
      </Section>
      <Section title={t("manage.audio.title")}>
        <div className="manage-audio">
          <AudioStatus song={song} audio={audio} peaks={peaks} />
          <AudioPicker
            uploading={upload}
            first={audio.state === "NONE"}
            next={song.next_step === "ADD_AUDIO"}
          />
        </div>
      </Section>
    </>
  );
}
