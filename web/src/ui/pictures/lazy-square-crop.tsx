import { useTranslation } from "react-i18next";
import { useLazyModule } from "../../lib/lazy-module.ts";
import { ErrorState } from "../feedback/states.tsx";
import type { SquareCropProps } from "./square-crop.tsx";

const loadSquareCrop = () => import("./square-crop.tsx");

/** Loads `SquareCrop` once there is a picture to crop. If that fails, the initial square stays. */
export function LazySquareCrop(props: SquareCropProps) {
  const { t } = useTranslation();
  const { part, failed, retry } = useLazyModule("square crop", loadSquareCrop);
  if (part !== undefined) return <part.SquareCrop {...props} />;
  return failed ? <ErrorState message={t("errors.part")} retry={retry} /> : null;
}
