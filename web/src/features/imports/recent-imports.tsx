import { deleteImport, type RecentImport } from "@wrapsody/shared/studio/imports.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMoment } from "../../ui/format/local-time.ts";
import { Section } from "../../ui/layout/section.tsx";
import { Permitted } from "../accounts/index.ts";
import { UndoImport } from "./undo-import.tsx";

/** The imports of the last 30 days, to undo them after their result was closed. */
export function RecentImports({ imports }: { imports: readonly RecentImport[] }) {
  const { t } = useTranslation();
  // An import that was undone stays, with what was kept.
  const [first] = useState(imports);
  const byId = new Map([...first, ...imports].map((each) => [each.id, each]));
  const listed = [...byId.values()].sort((a, b) => b.started_at.localeCompare(a.started_at));
  if (listed.length === 0) return null;
  return (
    <Section title={t("imports.recent.title")}>
      <p className="small dim">{t("imports.recent.text")}</p>
      <ul className="import-recent">
        {listed.map((each) => (
          <RecentImportRow key={each.id} recent={each} />
        ))}
      </ul>
    </Section>
  );
}

function RecentImportRow({ recent: { id, kind, started_at, added, changed } }: { recent: RecentImport }) {
  const { t, i18n } = useTranslation();
  const parts = [
    added === 0 ? "" : t(`imports.recent.${kind}`, { count: added }),
    changed === 0 ? "" : t("imports.recent.changed", { count: changed }),
  ];
  return (
    <li>
      <div>
        <p className="b">{parts.filter((part) => part !== "").join(", ")}</p>
        <p className="small dim num">
          <time dateTime={started_at}>{formatMoment(started_at, i18n.language)}</time>
        </p>
      </div>
      <Permitted call={deleteImport}>
        <UndoImport kind={kind} id={id} changes={changed} />
      </Permitted>
    </li>
  );
}
