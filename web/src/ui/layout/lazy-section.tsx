import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { useLazyModule } from "../../lib/lazy-module.ts";
import { ErrorState, LoadingRows } from "../feedback/states.tsx";
import { Section } from "./section.tsx";

type LazySectionProps = {
  title: string;
  /** Cache key; see `useLazyModule`. */
  name: string;
  load(): Promise<{ default: ComponentType }>;
};

/** A section whose content is a chunk of its own, because most readers of its page do not need it. */
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
