import { readTicketCode, TICKET_CODE_LENGTH } from "@wrapsody/shared/rewards/tickets.ts";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../../ui/forms/field.tsx";
import { useCodeScanner } from "./code-scanner.ts";

type ScannerProps = { onCode: (text: string) => void; icon: ReactNode };

/** The picture of the camera, once it was started. */
export function Scanner({ onCode, icon }: ScannerProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [isStarted, setStarted] = useState(false);
  const state = useCodeScanner(video, isStarted, onCode);
  const hasFailed = state === "DENIED" || state === "MISSING" || state === "UNREADABLE";
  return (
    <section className="door-scan" aria-label={t("tickets.door.camera")}>
      <video ref={video} muted playsInline hidden={!isStarted || hasFailed} />
      {isStarted && !hasFailed ? (
        <p className="small dim">{t("tickets.door.aim")}</p>
      ) : (
        <>
          {hasFailed ? (
            <p className="msg" role="alert">
              {t(`tickets.door.noCamera.${state}`)}
            </p>
          ) : null}
          <button
            type="button"
            className="btn go"
            onClick={() => {
              setStarted(false);
              // The next render starts again, also after a refusal.
              setTimeout(() => setStarted(true));
            }}
          >
            {t(state === "UNREADABLE" ? "tickets.door.retry" : "tickets.door.start")} {icon}
          </button>
        </>
      )}
    </section>
  );
}

/** Checks a code that is typed, for a broken screen or camera. */
export function CodeForm({ onCode }: { onCode: (text: string) => void }) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("code") ?? "");
    if (readTicketCode(typed) === undefined) {
      setProblem(t("tickets.door.typedWrong", { length: TICKET_CODE_LENGTH }));
      form.current?.querySelector("input")?.focus();
      return;
    }
    event.currentTarget.reset();
    onCode(typed);
  };
  return (
    <form ref={form} className="door-form" noValidate onSubmit={submit}>
      <Field
        label={t("tickets.door.code")}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={t("tickets.door.codeHint")}
        problem={problem}
        onChange={() => setProblem(undefined)}
      />
      <button type="submit" className="btn">
        {t("tickets.door.check")}
      </button>
    </form>
  );
}
