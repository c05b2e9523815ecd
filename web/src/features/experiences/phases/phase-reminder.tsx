import { useQueryClient } from "@tanstack/react-query";
import type { Campaign, Phase } from "@wrapsody/shared/experiences/experiences.ts";
import {
  deletePhaseReminder,
  getPhaseReminder,
  postPhaseReminder,
  postPhaseReminderConfirmation,
} from "@wrapsody/shared/experiences/waitlists.ts";
import { useState } from "react";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../lib/api/invalidate.ts";
import {
  NotifyMe,
  OwnReminder,
  ReminderAddress,
  type ReminderTexts,
  useApiForm,
  useAuthedQuery,
} from "../../accounts/index.ts";

type Props = { campaign: Campaign; phase: Phase };

const texts: ReminderTexts = {
  notifyText: "phases.notifyText",
  on: "phases.notifyOn",
  confirmed: "phases.notifyConfirmed",
  gone: "phases.notifyGone",
};
const paramsOf = ({ campaign, phase }: Props) => ({ id: String(campaign.id), phaseId: phase.id });

/** Asks for one mail when a phase opens. */
export function PhaseReminder(props: Props) {
  return (
    <NotifyMe
      texts={texts}
      confirm={(token) => apiFetch(postPhaseReminderConfirmation, { body: { token } })}
      own={<OwnPhaseReminder {...props} />}
      address={<PhaseReminderAddress {...props} />}
    />
  );
}

function OwnPhaseReminder(props: Props) {
  const client = useQueryClient();
  const params = paramsOf(props);
  const { data } = useAuthedQuery(getPhaseReminder, { params });
  const set = async (on: boolean) => {
    try {
      await (on
        ? apiFetch(postPhaseReminder, { params, body: {} })
        : apiFetch(deletePhaseReminder, { params }));
    } finally {
      invalidateQueries(client, getPhaseReminder);
    }
  };
  return <OwnReminder texts={texts} on={data?.on} set={set} />;
}

function PhaseReminderAddress(props: Props) {
  const [sentTo, setSentTo] = useState<string>();
  const form = useApiForm({
    endpoint: postPhaseReminder,
    request: { params: paramsOf(props) },
    body: ({ email = "" }) => ({ email }),
    onSuccess: (_, { email = "" }) => setSentTo(email.trim()),
  });
  return <ReminderAddress texts={texts} sentTo={sentTo} form={form} />;
}
