import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

type Props = { sent: { id: number; email: string }; page: string };

/** Replaces the form once the report is sent. The heading takes the focus, so that screen readers continue there. */
export function SentReport({ sent: { id, email }, page }: Props) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="report-form">
      <h2 ref={heading} className="head report-sent" tabIndex={-1}>
        {t("takedown.sent.title")}
      </h2>
      <p>{t("takedown.sent.number", { report: id })}</p>
      <p>{email === "" ? t("takedown.sent.anonymous") : t("takedown.sent.mail", { address: email })}</p>
      <p>
        <Link className="btn" to={page}>
          {t("takedown.sent.back")}
        </Link>
      </p>
    </section>
  );
}
