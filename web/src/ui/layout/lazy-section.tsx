import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { useLazyModule } from "../../lib/lazy-module.ts";
import { ErrorState, LoadingRows } from "../feedback/states.tsx";
import { Section } from "./section.tsx";

type LazySectionProps = {
  title: string;
  /** What it is kept under; see `useLaterPart`. */
  name: string;
  load(): Promise<{ default: ComponentType }>;
};

/** A leaf whose content is fetched by itself, because most who open its page have no use for it. */
export function LazySection({ title, name, load }: LazySectionProps) {
  const { t } = useTranslation();
  const { part, failed, retry } = useLazyModule(name, load);
  return (
    <Section title={title}>
      {part !== undefined ? (
        <part.default />
      ) : failed ? (
        <ErrorState message={t("errors.part")} retry={retry} />
      ) : (
        <LoadingRows rows={2} />
      )}
    </Section>
  );
}
