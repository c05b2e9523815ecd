import { useQueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import {
  deleteCodeBatch,
  deleteSpotCode,
  getCodeBatch,
  getCodeBatches,
  type SpotCode,
} from "@wrapsody/shared/experiences/spot-codes.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Download from "lucide-react/icons/download";
import QrCodeIcon from "lucide-react/icons/qr-code";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { apiFetch } from "../../../../lib/api/api-fetch.ts";
import { invalidateQueries } from "../../../../lib/api/invalidate.ts";
import { csvOf, saveCsv } from "../../../../lib/files/save-file.ts";
import { textIn } from "../../../../lib/language/language.ts";
import { loadNamespaces } from "../../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { StatusMessage, useStatusMessage } from "../../../../ui/feedback/status-message.tsx";
import { Section } from "../../../../ui/layout/section.tsx";
import { ConfirmButton, CopyButton, QueryPage, useAuthedQuery } from "../../../accounts/index.ts";
import type { Route } from "./+types/batch";
import { countsText, termsText } from "./batch-texts.ts";
import { useBatchReference } from "./reference.ts";
import "./codes.css";

export async function clientLoader() {
  await loadNamespaces("codes");
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("campaigns.codes.title"), language);
}

/** A batch of codes. */
export default function BatchPage({ params }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { request, missing } = useBatchReference(params);
  const query = useAuthedQuery(getCodeBatch, request);
  return (
    <QueryPage query={query} title={t("codes.title")} missing={missing} height="3rem">
      {(data) => <Batch campaign={params.campaignId} {...data} />}
    </QueryPage>
  );
}

type BatchProps = AnswerOf<typeof getCodeBatch> & { campaign: string };

function Batch({ campaign, batch, data }: BatchProps) {
  const { t, i18n } = useTranslation();
  const [status, announce] = useStatusMessage();
  const client = useQueryClient();
  const refresh = () => invalidateQueries(client, getCodeBatch, getCodeBatches);
  const params = { id: campaign, batchId: batch.id };
  const revokeAll = async () => {
    await apiFetch(deleteCodeBatch, { params });
    refresh();
    announce(t("codes.revokedAll", { name: batch.name }));
  };
  const revoke = async ({ id, code }: SpotCode) => {
    await apiFetch(deleteSpotCode, { params: { ...params, codeId: id } });
    refresh();
    announce(t("codes.revoked", { code }));
  };
  return (
    <>
      <header className="page-h codes-h">
        <p className="small">
          <Link className="row back" to={paths.experienceCodes(campaign)}>
            <ArrowLeft className="i" aria-hidden="true" /> {t("codes.title")}
          </Link>
        </p>
        <h1 className="title">{batch.name}</h1>
        <p className="small num">{countsText(t, batch, i18n.language)}</p>
        <p className="small dim num">{termsText(t, batch, i18n.language)}</p>
      </header>
      <StatusMessage {...status} />
      <section className="sec codes-page" aria-label={batch.name}>
        <div className="codes-actions">
          <button type="button" className="btn" onClick={() => saveCodes(batch.name, data)}>
            {t("codes.csv")} <Download className="i" aria-hidden="true" />
          </button>
          {batch.unused === 0 ? null : (
            <>
              <Link className="btn" to={paths.codeSheet(campaign, batch.id)}>
                {t("codes.sheet")} <QrCodeIcon className="i" aria-hidden="true" />
              </Link>
              <ConfirmButton
                label={t("codes.revokeAll")}
                title={t("codes.revokeAllQuestion", { name: batch.name })}
                text={t("codes.revokeText")}
                confirm={t("codes.revokeAll")}
                run={revokeAll}
              />
            </>
          )}
        </div>
        <Section title={t("codes.list")}>
          <CodeList codes={data} revoke={revoke} />
        </Section>
      </section>
    </>
  );
}

/** The columns keep their names in every language, for programs. */
function saveCodes(name: string, codes: readonly SpotCode[]): void {
  const rows = codes.map(({ code, link, state }) => [code, link, state]);
  const file = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  saveCsv(`wrapsody-codes-${file}.csv`, csvOf([["code", "link", "state"], ...rows]));
}

const INITIAL_ROWS = 50;

type ListProps = { codes: readonly SpotCode[]; revoke(code: SpotCode): Promise<void> };

function CodeList({ codes, revoke }: ListProps) {
  const { t } = useTranslation();
  const [isExpanded, setExpanded] = useState(false);
  const rows = isExpanded ? codes : codes.slice(0, INITIAL_ROWS);
  const left = codes.length - rows.length;
  return (
    <>
      <ul className="codes-list">
        {rows.map((code) => (
          <CodeRow key={code.id} code={code} revoke={() => revoke(code)} />
        ))}
      </ul>
      {left === 0 ? null : (
        <button type="button" className="btn s codes-more" onClick={() => setExpanded(true)}>
          {t("codes.more", { count: left })}
        </button>
      )}
    </>
  );
}

const shapes = {
  UNUSED: "wait",
  USED: "on",
  REVOKED: "bad",
  EXPIRED: "off",
} as const satisfies Record<SpotCode["state"], string>;

function CodeRow({ code: { code, link, state }, revoke }: { code: SpotCode; revoke(): Promise<void> }) {
  const { t } = useTranslation();
  return (
    <li>
      <span className="code-l">{code}</span>
      <span className={`state small ${shapes[state]}`}>{t(`codes.state.${state}`)}</span>
      {state === "UNUSED" ? (
        <span className="codes-row-actions">
          <CopyButton text={link} name={t("codes.linkOf", { code })} />
          <ConfirmButton
            className="btn s"
            label={
              <>
                {t("codes.revoke")} <span className="vh">{code}</span>
              </>
            }
            title={t("codes.revokeQuestion", { code })}
            text={t("codes.revokeText")}
            confirm={t("codes.revoke")}
            run={revoke}
          />
        </span>
      ) : null}
    </li>
  );
}
