import { useMutation } from "@tanstack/react-query";
import { getReceivedClaims, type ReceivedClaim } from "@wrapsody/shared/rewards/claims.ts";
import Download from "lucide-react/icons/download";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { csvOf, saveCsv } from "../../../lib/files/save-file.ts";
import { formatCount } from "../../../ui/format/format.ts";
import { errorKey } from "../../accounts/index.ts";

const file = "wrapsody-claims.csv";
const pageSize = 500;

/** Saves all claims as CSV, regardless of the filter. */
export function ExportClaims() {
  const { t, i18n } = useTranslation();
  const { mutate, isPending, data, error } = useMutation({
    async mutationFn() {
      const claims = await readAll();
      saveCsv(file, csvOf([columns.map((name) => t(`received.column.${name}`)), ...claims.map(rowOf)]));
      return claims.length;
    },
    gcTime: 0,
  });
  return (
    <div className="received-export">
      <button
        type="button"
        className="btn s"
        aria-disabled={isPending || undefined}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        {t("received.export")} <Download className="i" aria-hidden="true" />
      </button>
      <p className="small dim" role="status">
        {isPending
          ? t("received.exporting")
          : data === undefined
            ? ""
            : t("received.exported", { count: data, total: formatCount(data, i18n.language) })}
      </p>
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(errorKey(error))}
        </p>
      )}
    </div>
  );
}

/** Reads the oldest first, so that new claims append at the end and shift no page. */
async function readAll(): Promise<ReceivedClaim[]> {
  const claims: ReceivedClaim[] = [];
  for (;;) {
    const list = { limit: pageSize, offset: claims.length, sortKey: "created_at", sortDir: "ASC" } as const;
    const { data } = await apiFetch(getReceivedClaims, { list });
    claims.push(...data);
    if (data.length < pageSize) return claims;
  }
}

const columns = [
  ...["number", "state", "claimed", "changed", "reward", "type", "points"],
  ...["wrap", "artist", "fan", "email", "reason", "answers", "admitted"],
];

function rowOf(claim: ReceivedClaim) {
  const { id, state, created_at, changed_at, reward, points, song, fan, reason } = claim;
  const answers = claim.answers.map(({ question, answer }) => `${question}: ${answer}`).join("\n");
  return [
    ...[id, state, created_at, changed_at, reward.name, reward.reward_type, points],
    ...[
      song.name,
      song.artist,
      fan?.name ?? "",
      fan?.email ?? "",
      reason ?? "",
      answers,
      claim.admitted_at ?? "",
    ],
  ];
}
