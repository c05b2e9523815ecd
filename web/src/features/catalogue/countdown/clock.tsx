import { useQueryClient } from "@tanstack/react-query";
import { type Countdown, getSong } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { paths } from "../../../paths.ts";
import { TimeLeft, useSeconds } from "../../../ui/countdown/time-left.tsx";
import { formatRelease } from "../../../ui/format/release-time.ts";

/** Between two attempts to open a wrap that should be listed by now; doubled up to the maximum, in case the visitor's clock is ahead. */
const RETRY_MS = { first: 1_000, most: 30_000 };
/** Spreads the first requests of all who wait. */
const SPREAD_MS = 800;

type Props = { countdown: Countdown; onChange: () => unknown };

/** The date and the time left, in the visitor's time zone. Opens the wrap once it is listed. */
export function Clock({ countdown, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const { listed_from, time_zone } = countdown;
  const until = Date.parse(listed_from);
  const now = useSeconds(until);
  const isDue = now !== undefined && now >= until;
  useOpenOnceListed(countdown, isDue, onChange);
  // The server does not know the visitor's zone; both texts take the same lines.
  const release = formatRelease(listed_from, i18n.language, now === undefined ? time_zone : undefined);
  return (
    <div className="countdown">
      <p className="countdown-date">
        <span className="small">{t("countdown.out")}</span>
        <time dateTime={listed_from}>
          {/* Browsers punctuate dates differently than the server. */}
          <span className="b" suppressHydrationWarning>
            {release.day}
          </span>{" "}
          <span suppressHydrationWarning>{release.time}</span>
        </time>
      </p>
      <TimeLeft until={until} now={now} />
      <p className="small countdown-now" role="status">
        {isDue ? t("countdown.now") : ""}
      </p>
    </div>
  );
}

/** Asks for the wrap from its instant on, and opens it. The first request after the instant lists it. Follows a changed date. */
function useOpenOnceListed({ pretty_id }: Countdown, isDue: boolean, onChange: () => unknown): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => {
    if (!isDue) return;
    let timer: ReturnType<typeof setTimeout>;
    let pauseMs = RETRY_MS.first;
    const open = async () => {
      try {
        await apiFetch(getSong, { params: { id: pretty_id } });
        // Lists and the artist's page do not have it yet.
        client.removeQueries({ type: "inactive" });
        void navigate(paths.wrap(pretty_id), { replace: true });
      } catch {
        onChange();
        timer = setTimeout(() => void open(), pauseMs);
        pauseMs = Math.min(RETRY_MS.most, pauseMs * 2);
      }
    };
    timer = setTimeout(() => void open(), Math.random() * SPREAD_MS);
    return () => clearTimeout(timer);
  }, [isDue, pretty_id, navigate, client, onChange]);
}
