import { useQueryClient } from "@tanstack/react-query";
import type { Countdown } from "@wrapsody/shared/catalogue/catalogue.ts";
import {
  deleteReminder,
  getReminder,
  postReminder,
  postReminderConfirmation,
} from "@wrapsody/shared/catalogue/reminders.ts";
import { useState } from "react";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import {
  NotifyMe as NotifyMeOf,
  OwnReminder as OwnReminderOf,
  ReminderAddress,
  type ReminderTexts,
  useApiForm,
  useAuthedQuery,
} from "../../accounts/index.ts";

type Props = { countdown: Countdown };

const texts: ReminderTexts = {
  notifyText: "countdown.notifyText",
  on: "countdown.on",
  confirmed: "countdown.confirmed",
  gone: "countdown.gone",
};

/** Asks for one mail at the release. */
export function NotifyMe({ countdown }: Props) {
  return (
    <NotifyMeOf
      texts={texts}
      confirm={(token) => apiFetch(postReminderConfirmation, { body: { token } })}
      own={<OwnReminder countdown={countdown} />}
      address={<AddressForm countdown={countdown} />}
    />
  );
}

function OwnReminder({ countdown: { id } }: Props) {
  const client = useQueryClient();
  const params = { id: String(id) };
  const { data } = useAuthedQuery(getReminder, { params });
  const set = async (on: boolean) => {
    try {
      await (on ? apiFetch(postReminder, { params, body: {} }) : apiFetch(deleteReminder, { params }));
    } finally {
      invalidateQueries(client, getReminder);
    }
  };
  return <OwnReminderOf texts={texts} on={data?.on} set={set} />;
}

function AddressForm({ countdown: { id } }: Props) {
  const [sentTo, setSentTo] = useState<string>();
  const form = useApiForm({
    endpoint: postReminder,
    request: { params: { id: String(id) } },
    body: ({ email = "" }) => ({ email }),
    onSuccess: (_, { email = "" }) => setSentTo(email.trim()),
  });
  return <ReminderAddress texts={texts} sentTo={sentTo} form={form} />;
}
