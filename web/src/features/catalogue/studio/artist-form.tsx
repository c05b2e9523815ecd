import type { FieldError } from "@wrapsody/shared/errors.ts";
import type { Image } from "@wrapsody/shared/media.ts";
import type { OwnArtist } from "@wrapsody/shared/studio.ts";
import ArrowRight from "lucide-react/icons/arrow-right";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AskError } from "../../../lib/ask.ts";
import { PictureField } from "../../../ui/picture-field.tsx";
import { Field, FormFailure } from "../../accounts/index.ts";
import { PlanLimit } from "./plan-limit.tsx";
import { studioProblem } from "./problems.ts";
import { Progress } from "./progress.tsx";
import { TextArea } from "./text-area.tsx";
import "./artist-form.css";

/** What is typed of an artist, and the picture where one was chosen. */
export type TypedArtist = { name: string; description: string; image: File | undefined };

type ArtistFormProps = {
  /** What there is already. */
  given?: { name: string; description: string; image: Image | null };
  /** What stands on the button. */
  label: string;
  /** Checks and sends; throws `AskError`. */
  send(typed: TypedArtist, onProgress: (sent: number) => void): Promise<OwnArtist>;
  done(artist: OwnArtist): void;
};

const blank = { name: "", description: "", image: null };

/** The form of an artist: what it is called, who it is, what it looks like. A failure loses nothing of it. */
export function ArtistForm({ given = blank, label, send, done }: ArtistFormProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<TypedArtist>({ ...given, image: undefined });
  const sending = useArtistSending({ send: (onProgress) => send(typed, onProgress), done, form });
  const { problems, failure, busy } = sending;
  const set = (changed: Partial<TypedArtist>) => {
    setTyped((before) => ({ ...before, ...changed }));
    sending.forgive(Object.keys(changed));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.submit();
  };
  return (
    <form ref={form} className="artist-form" noValidate onSubmit={submit} aria-label={label}>
      <Field
        label={t("artistForm.name")}
        name="name"
        value={typed.name}
        autoComplete="off"
        aria-required
        problem={studioProblem(t, problems.name)}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextArea
        label={t("artistForm.description")}
        name="description"
        rows={5}
        hint={t("artistForm.descriptionHint")}
        value={typed.description}
        aria-required
        problem={studioProblem(t, problems.description)}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <PictureField
        label={t("artistForm.image")}
        name="image"
        problem={problems.image}
        existing={given.image}
        onChange={(image) => set({ image })}
      />
      {failure?.code === "E0024" ? (
        <PlanLimit of="artists" />
      ) : (
        <FormFailure failure={failure} otherwise="artistForm.failed" />
      )}
      <p>
        <button type="submit" className="btn go" aria-disabled={busy || undefined}>
          {label} <ArrowRight className="i" aria-hidden="true" />
        </button>
      </p>
      <Progress sent={sending.progress} busy={busy} />
    </form>
  );
}

type Problems = Readonly<Record<string, string>>;
type SendingOptions = {
  send(onProgress: (sent: number) => void): Promise<OwnArtist>;
  done(artist: OwnArtist): void;
  form: { readonly current: HTMLFormElement | null };
};

function useArtistSending({ send, done, form }: SendingOptions) {
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<AskError>();
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<number>();
  const [refusals, setRefusals] = useState(0);
  const underWay = useRef(false);
  useEffect(() => {
    if (refusals === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (wrong ?? form.current?.querySelector<HTMLElement>("[role=alert]"))?.focus();
  }, [form, refusals]);
  const run = async () => {
    try {
      const artist = await send(setProgress);
      setProblems({});
      setFailure(undefined);
      done(artist);
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      setProblems(firstOfEach(error.errors));
      setFailure(error.errors.length > 0 ? undefined : error);
      setRefusals((count) => count + 1);
    }
  };
  const submit = () => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    void run().finally(() => {
      underWay.current = false;
      setBusy(false);
      setProgress(undefined);
    });
  };
  const forgive = (fields: readonly string[]) => {
    if (fields.some((field) => field in problems))
      setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(field))));
  };
  return { problems, failure, busy, progress, submit, forgive };
}

function firstOfEach(errors: readonly FieldError[]): Problems {
  return Object.fromEntries(errors.toReversed().map(({ field, message }) => [field, message]));
}
