import {
  chosenWebhookEvents,
  postWebhook,
  type WebhookEndpoint,
  webhookTexts,
} from "@wrapsody/shared/operations/webhooks.ts";
import type { TFunction } from "i18next";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { hasDraft } from "../../../../lib/drafts/stored-drafts.ts";
import { useFormDraft } from "../../../../lib/drafts/use-form-draft.ts";
import { DraftNotice } from "../../../../ui/forms/draft-notice.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { StoredValue } from "../../../../ui/forms/stored-value.tsx";
import { DisclosureButton } from "../../../../ui/layout/disclosure.tsx";
import { useApiForm } from "../../forms/checked-form.ts";
import { fieldErrorText } from "../../forms/error-messages.ts";
import { FormFailure } from "../../forms/form-failure.tsx";

type NewEndpointProps = { added(endpoint: WebhookEndpoint & { secret: string }): void };

const draftName = "webhook-new";

/** The form of a new endpoint, collapsed at first unless it has a draft. */
export function NewEndpoint({ added }: NewEndpointProps) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(() => hasDraft(draftName));
  return (
    <>
      <DisclosureButton id={id} open={open} className="btn" label={t("webhooks.add")} onToggle={setOpen} />
      <div id={id} hidden={!open}>
        {open ? (
          <EndpointForm
            added={(endpoint) => {
              setOpen(false);
              added(endpoint);
            }}
          />
        ) : null}
      </div>
    </>
  );
}

function EndpointForm({ added }: NewEndpointProps) {
  const { t } = useTranslation();
  const id = useId();
  const { form, problems, failure, busy, submit, clearError } = useApiForm({
    endpoint: postWebhook,
    body: ({ url = "" }) => ({ url, events: [...events] }),
    onSuccess(endpoint) {
      draft.finish();
      added(endpoint);
    },
  });
  const draft = useFormDraft(draftName, form);
  const [events, setEvents] = useState<readonly ChosenEvent[]>(() => parseEvents(draft.values.chosen));
  const eventsProblem = endpointErrorText(t, problems.events);
  return (
    <form ref={form} className="webhook-form" noValidate onSubmit={submit} aria-label={t("webhooks.add")}>
      <DraftNotice
        draft={draft}
        onDiscard={() => {
          draft.discard();
          setEvents(chosenWebhookEvents);
        }}
      />
      <FormFailure failure={failure} otherwise="errors.unknown" />
      <Field
        key={draft.round}
        label={t("webhooks.url")}
        hint={t("webhooks.urlHint")}
        name="url"
        defaultValue={draft.values.url}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
        problem={endpointErrorText(t, problems.url)}
        onChange={() => clearError("url")}
      />
      <fieldset
        name="events"
        className={eventsProblem === undefined ? "webhook-events" : "webhook-events err"}
        aria-describedby={eventsProblem === undefined ? undefined : `${id}-problem`}
      >
        <legend className="meta dim">{t("webhooks.events")}</legend>
        <StoredValue name="chosen" value={events.join(" ")} />
        {chosenWebhookEvents.map((event) => (
          <label key={event}>
            <input
              type="checkbox"
              checked={events.includes(event)}
              aria-invalid={eventsProblem === undefined ? undefined : true}
              onChange={({ currentTarget: { checked } }) => {
                setEvents(
                  chosenWebhookEvents.filter((each) => (each === event ? checked : events.includes(each))),
                );
                clearError("events");
              }}
            />
            <span>
              <code className="code">{event}</code>{" "}
              <span className="small dim">{t(`webhooks.event.${event.replace(".", "-")}`)}</span>
            </span>
          </label>
        ))}
        {eventsProblem === undefined ? null : (
          <p id={`${id}-problem`} className="msg">
            <TriangleAlert className="i" aria-hidden="true" /> {eventsProblem}
          </p>
        )}
      </fieldset>
      <button type="submit" className="btn go" aria-disabled={busy || undefined}>
        {t(busy ? "webhooks.adding" : "webhooks.add")}
      </button>
    </form>
  );
}

type ChosenEvent = (typeof chosenWebhookEvents)[number];

/** Parses the events of a draft. Returns all without one. */
function parseEvents(stored: string | undefined): readonly ChosenEvent[] {
  const names = stored?.split(" ");
  return chosenWebhookEvents.filter((event) => names === undefined || names.includes(event));
}

/** English messages of the server and the schema, and their text keys. */
const keys: Readonly<Record<string, string>> = {
  [webhookTexts.url]: "webhooks.problem.url",
  [webhookTexts.credentials]: "webhooks.problem.credentials",
  [webhookTexts.private]: "webhooks.problem.private",
  [webhookTexts.events]: "webhooks.problem.events",
};

function endpointErrorText(t: TFunction, problem: string | undefined): string | undefined {
  const key = problem === undefined ? undefined : keys[problem];
  return key === undefined ? fieldErrorText(t, problem) : t(key);
}
