import { postStream, type Song } from "@wrapsody/shared/catalogue.ts";
import { AskError, ask } from "../../lib/api/api-fetch.ts";
import { queryClient } from "../../lib/pages/page-data.ts";
import {
  answered,
  calling,
  due,
  failed,
  hear,
  interrupt,
  type Listening,
  lost,
  nothingHeard,
  type Report,
  untold,
} from "./listening.ts";

/** One play of one song: from its start to its end, or until another song is chosen. */
export type Play = {
  /** The track sounds and is here. Seconds. */
  sound: (position: number) => void;
  /** It was paused or sought. */
  interrupt: () => void;
};

/** Starts to keep account of a play, and tells the server of it as it goes on. */
export function beginPlay(song: Song): Play {
  let listening: Listening = nothingHeard;
  let report: Report = untold;

  async function tell(): Promise<void> {
    const wanted = due(report, listening.heard);
    if (wanted === undefined) return;
    const body =
      report.step === "announced" ? { stream_id: report.streamId, heard: round(listening.heard) } : {};
    report = calling(report);
    try {
      const answer = await ask(postStream, { params: { id: String(song.id) }, body });
      report = answered(report, answer, listening.heard);
      if (answer.counted) await pointsMayHaveGrown();
    } catch (error) {
      // Listening goes on whatever becomes of the count.
      report = (isUnknown(error) ? lost : failed)(report, listening.heard);
    }
  }

  return {
    sound(position) {
      listening = hear(listening, position, performance.now() / 1000);
      void tell();
    },
    interrupt() {
      listening = interrupt(listening);
    },
  };
}

/** The play is none that the server would count any more. */
const isUnknown = (error: unknown) => error instanceof AskError && error.errors[0]?.field === "stream_id";

/** What is held, for this song and by song, and the history of it. */
const ofPoints = /^GET my\/(?:rewards|points)(?:$|\/)/;

function pointsMayHaveGrown(): Promise<void> {
  return queryClient().invalidateQueries({
    predicate: ({ queryKey: [call] }) => typeof call === "string" && ofPoints.test(call),
  });
}

function round(seconds: number): number {
  return Math.floor(seconds * 100) / 100;
}
