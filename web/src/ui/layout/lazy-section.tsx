import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { useLaterPart } from "../../lib/lazy-module.ts";
import { ErrorState, LoadingRows } from "../feedback/states.tsx";
import { Leaf } from "./section.tsx";

type LaterLeafProps = {
  title: string;
  /** What it is kept under; see `useLaterPart`. */
  name: string;
  load(): Promise<{ default: ComponentType }>;
};

/** A leaf whose content is fetched by itself, because most who open its page have no use for it. */
export function LaterLeaf({ title, name, load }: LaterLeafProps) {
  const { t } = useTranslation();
  const { part, failed, retry } = useLaterPart(name, load);
  return (
    <Leaf title={title}>
      {part !== undefined ? (
        <part.default />
      ) : failed ? (
        <ErrorState message={t("errors.part")} retry={retry} />
      ) : (
        <LoadingRows rows={2} />
      )}
    </Leaf>
  );
}
