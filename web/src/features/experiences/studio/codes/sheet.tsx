import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { getCodeSheet } from "@wrapsody/shared/experiences/spot-codes.ts";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Printer from "lucide-react/icons/printer";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { textIn } from "../../../../lib/language/language.ts";
import { loadNamespaces } from "../../../../lib/language/namespaces.ts";
import { siteOf, titleOnly } from "../../../../lib/pages/meta.ts";
import { paths } from "../../../../paths.ts";
import { QrCode } from "../../../../ui/graphics/qr-code.tsx";
import { EmptySection } from "../../../../ui/layout/section.tsx";
import { type PageHandle, QueryPage, useAuthedQuery } from "../../../accounts/index.ts";
import type { Route } from "./+types/sheet";
import { discountText, termsText } from "./batch-texts.ts";
import { useBatchReference } from "./reference.ts";
import "./codes.css";

export async function clientLoader() {
  await loadNamespaces("codes");
  return null;
}

export const handle = { loading: { shape: "squares" } } satisfies PageHandle;

export function meta({ matches }: Route.MetaArgs) {
  const { language } = siteOf(matches);
  return titleOnly(textIn(language)("campaigns.codes.title"), language);
}

/** The unused codes of a batch as QR codes, eighteen on a page of A4. */
export default function SheetPage({ params }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { request, missing } = useBatchReference(params);
  const query = useAuthedQuery(getCodeSheet, request);
  return (
    <QueryPage query={query} title={t("codes.sheet")} missing={missing} shape="squares">
      {(sheet) => <Sheet campaign={params.campaignId} {...sheet} />}
    </QueryPage>
  );
}

type SheetProps = AnswerOf<typeof getCodeSheet> & { campaign: string };

function Sheet({ campaign, batch, experience, data }: SheetProps) {
  const { t, i18n } = useTranslation();
  const terms = batch.expires_at === null ? discountText(t, batch) : termsText(t, batch, i18n.language);
  return (
    <>
      <header className="page-h codes-h">
        <p className="small">
          <Link className="row back" to={paths.codeBatch(campaign, batch.id)}>
            <ArrowLeft className="i" aria-hidden="true" /> {batch.name}
          </Link>
        </p>
        <h1 className="title">{t("codes.sheet")}</h1>
        <p className="small">{t("codes.sheetText")}</p>
        {data.length === 0 ? null : (
          <p>
            <button type="button" className="btn solid" onClick={() => window.print()}>
              {t("codes.print")} <Printer className="i" aria-hidden="true" />
            </button>
          </p>
        )}
      </header>
      <section className="sec codes-page" aria-label={t("codes.sheet")}>
        {data.length === 0 ? (
          <EmptySection>{t("codes.sheetEmpty")}</EmptySection>
        ) : (
          <ul className="code-sheet">
            {data.map(({ id, code, rows }) => (
              <li key={id}>
                <QrCode rows={rows} label={t("codes.qrOf", { code })} />
                <p className="b">{experience}</p>
                <p className="code">{code}</p>
                <p className="meta">{terms}</p>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
