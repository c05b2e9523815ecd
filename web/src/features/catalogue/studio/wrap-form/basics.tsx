import { parseDuration, spellDuration, writeDuration } from "@wrapsody/shared/catalogue/durations.ts";
import { readIswc } from "@wrapsody/shared/studio/codes.ts";
import { studioLimits } from "@wrapsody/shared/studio/studio.ts";
import { memo, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "../../../../paths.ts";
import { TextArea } from "../../../../ui/forms/field.tsx";
import { toWrapOption } from "../../../../ui/pickers/own-lists.ts";
import { studioErrorText } from "../error-messages.ts";
import { FieldFrame, fieldAttributes } from "./cell.tsx";
import type { BasicField, Change, Draft } from "./draft.ts";
import { Part } from "./part.tsx";
import type { Problems } from "./payload.ts";
import { type TitleOwner, useSimilarSong } from "./use-similar-song.ts";

type BasicsProps = {
  basics: Draft["basics"];
  problems: Problems | undefined;
  /** The duration is measured from the audio and cannot be changed. */
  isMeasured: boolean;
  titleOwner: TitleOwner;
  edit(change: Change): void;
};

/** Title, credited artist, codes, duration and description of a song. */
export const Basics = memo(function Basics({ basics, problems, isMeasured, titleOwner, edit }: BasicsProps) {
  const { t } = useTranslation();
  const iswc = readIswc(basics.iswc);
  const duration = parseDuration(basics.duration);
  const line = (field: Exclude<BasicField, "description" | "lyrics" | "lyrics_language">) => ({
    field,
    value: basics[field],
    problem: problems?.[field],
    set: (value: string) => edit({ type: "basic", field, value }),
  });
  return (
    <Part name="basics">
      <div className="basics">
        <Title {...line("name")} owner={titleOwner} />
        <Line {...line("artist")} hint={t("wrapForm.basics.artistHint")} />
        <Line {...line("nickname")} hint={t("wrapForm.basics.nicknameHint")} />
        <Line
          {...line("iswc")}
          code
          hint={
            <>
              T-###.###.###-#. <span>{t("term.iswc")}</span>
            </>
          }
          note={iswc?.checked === false ? t("wrapForm.basics.iswcCheck") : undefined}
          written={(typed) => readIswc(typed)?.code}
        />
        <Line
          {...line("duration")}
          code
          hint={t(isMeasured ? "wrapForm.basics.durationMeasured" : "wrapForm.basics.durationHint")}
          note={
            duration?.otherwise === undefined || isMeasured
              ? undefined
              : t("studio.problem.doubtfulDuration", {
                  read: spellDuration(duration.seconds),
                  otherwise: spellDuration(duration.otherwise),
                })
          }
          readOnly={isMeasured}
          written={(typed) => {
            const seconds = parseDuration(typed)?.seconds;
            return seconds === undefined ? undefined : writeDuration(seconds);
          }}
        />
        <Description
          value={basics.description}
          problem={problems?.description}
          set={(value) => edit({ type: "basic", field: "description", value })}
        />
      </div>
    </Part>
  );
});

type LineProps = {
  field: BasicField;
  value: string;
  problem: string | undefined;
  set(value: string): void;
  hint?: ReactNode;
  note?: ReactNode;
  code?: true;
  required?: true;
  readOnly?: boolean;
  written?(typed: string): string | undefined;
  onLeave?(): void;
};

/** Names a wrap of the same artist with a similar title once the field is left. */
function Title({ owner, ...line }: LineProps & { owner: TitleOwner }) {
  const { t } = useTranslation();
  const [leftTitle, setLeftTitle] = useState("");
  const similar = useSimilarSong(leftTitle, owner);
  const note = similar && (
    <Link className="u" to={paths.manage(similar.pretty_id)}>
      {t("artistForm.similar", { name: similar.name, detail: toWrapOption(t, similar).detail })}
    </Link>
  );
  return <Line {...line} note={note} required onLeave={() => setLeftTitle(line.value)} />;
}

function Line({
  field,
  value,
  problem,
  set,
  hint,
  note,
  code,
  required,
  readOnly,
  written,
  onLeave,
}: LineProps) {
  const { t } = useTranslation();
  const place = `basics.${field}`;
  const leave = () => {
    onLeave?.();
    const read = value.trim() === "" ? undefined : written?.(value);
    if (read !== undefined && read !== value) set(read);
  };
  return (
    <FieldFrame place={place} label={t(`wrapForm.basics.${field}`)} hint={hint} note={note} problem={problem}>
      <div className={problem === undefined ? "in" : "in err"}>
        <input
          {...fieldAttributes({ place, hint, note, problem })}
          type="text"
          className={code === true ? "code-l" : undefined}
          autoComplete="off"
          aria-required={required}
          readOnly={readOnly}
          spellCheck={code === true ? false : undefined}
          value={value}
          onChange={(event) => set(event.currentTarget.value)}
          onBlur={leave}
        />
      </div>
    </FieldFrame>
  );
}

function Description({ value, problem, set }: Pick<LineProps, "value" | "problem" | "set">) {
  const { t } = useTranslation();
  // Shows the remaining characters near the limit.
  const left = studioLimits.description - value.length;
  return (
    <TextArea
      label={t("wrapForm.basics.description")}
      name="basics.description"
      problem={studioErrorText(t, problem)}
      {...(left < 500 ? { hint: t("wrapForm.basics.left", { count: left }) } : {})}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
