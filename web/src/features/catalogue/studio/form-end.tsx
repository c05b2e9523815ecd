import ArrowRight from "lucide-react/icons/arrow-right";
import type { ReactNode } from "react";
import { SaveBar } from "../../../ui/forms/save-bar.tsx";
import { UploadProgress } from "../../../ui/forms/upload-progress.tsx";

type FormEndProps = {
  /** Label of the submit button. */
  label: string;
  /** Number of changes of something stored; undefined for something new. */
  changes: number | undefined;
  sending: { busy: boolean; progress: number | undefined };
  onDiscard(): void;
  /** Why it could not be sent. */
  failure: ReactNode;
};

/** The end of a form with a picture: failure, progress, and the one button of something new or the bar of changes. */
export function FormEnd({ label, changes, sending: { busy, progress }, onDiscard, failure }: FormEndProps) {
  const notes = (
    <>
      {failure}
      {busy ? <UploadProgress sent={progress} busy /> : null}
    </>
  );
  if (changes !== undefined)
    return (
      <SaveBar changes={changes} busy={busy} label={label} onDiscard={onDiscard}>
        {notes}
      </SaveBar>
    );
  return (
    <>
      {notes}
      <p>
        <button type="submit" className="btn go" aria-disabled={busy || undefined}>
          {label} <ArrowRight className="i" aria-hidden="true" />
        </button>
      </p>
    </>
  );
}
