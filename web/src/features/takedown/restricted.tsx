import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { useLazyModule } from "../../lib/lazy-module.ts";
import { ErrorState, LoadingRows } from "../../ui/feedback/states.tsx";
import type RestrictionNotice from "./restriction-notice.tsx";
import type UserSuspension from "./user-suspension.tsx";

/** Loads the notice with its texts. */
async function loadNotice() {
  const [part] = await Promise.all([import("./restriction-notice.tsx"), loadNamespaces("takedown")]);
  return part;
}

/** The restrictions of a thing. A chunk of its own; shows nothing until it is loaded, because few things are restricted. */
export function Restricted(props: ComponentProps<typeof RestrictionNotice>) {
  const { t } = useTranslation();
  const { part, failed, retry } = useLazyModule("restriction-notice", loadNotice);
  if (part !== undefined) return <part.default {...props} />;
  return failed ? <ErrorState message={t("errors.part")} retry={retry} /> : null;
}

/** Loads the suspensions with their texts. */
async function loadSuspension() {
  const [part] = await Promise.all([import("./user-suspension.tsx"), loadNamespaces("takedown")]);
  return part;
}

/** The suspensions of a user, for administrators. */
export function SuspensionOfUser(props: ComponentProps<typeof UserSuspension>) {
  const { t } = useTranslation();
  const { part, failed, retry } = useLazyModule("user-suspension", loadSuspension);
  if (part !== undefined) return <part.default {...props} />;
  return failed ? <ErrorState message={t("errors.part")} retry={retry} /> : <LoadingRows rows={2} />;
}
