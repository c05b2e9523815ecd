import { useTranslation } from "react-i18next";

/** A page of plain paragraphs with headings; the texts are under `shell.<name>`. */
export function LegalPage({ name, parts }: { name: "termsPage" | "privacyPage"; parts: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <article className="sec">
      <h1 className="title">{t(`shell.${name}.title`)}</h1>
      <div className="prose">
        <p className="lead">{t(`shell.${name}.lead`)}</p>
        {parts.map((part) => (
          <section key={part}>
            <h2 className="head">{t(`shell.${name}.${part}.title`)}</h2>
            <p>{t(`shell.${name}.${part}.text`)}</p>
          </section>
        ))}
      </div>
    </article>
  );
}
