import { dayOf } from "../../../ui/format/local-time.ts";

/** Listens of one day in the reader's time zone. */
export type ListenedDay<Listen> = { day: string; listens: Listen[] };

/** Groups chronological listens by the reader's days. */
export function groupByDay<Listen extends { started_at: string }>(
  listens: readonly Listen[],
): ListenedDay<Listen>[] {
  const days: ListenedDay<Listen>[] = [];
  for (const listen of listens) {
    const day = dayOf(listen.started_at);
    const last = days.at(-1);
    if (last?.day === day) last.listens.push(listen);
    else days.push({ day, listens: [listen] });
  }
  return days;
}
