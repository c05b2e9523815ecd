import { getUserSuspensions } from "@wrapsody/shared/operations/suspensions.ts";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { lazyModule, useLazyModule } from "../../lib/lazy-module.ts";
import { queryClient, queryOf } from "../../lib/pages/page-data.ts";
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

/** The suspensions with their texts. */
const suspensionPart = lazyModule("user-suspension", async () => {
  const [part] = await Promise.all([import("./user-suspension.tsx"), loadNamespaces("takedown")]);
  return part;
});

/** Fetches the suspensions of a user ahead of their page, so that nothing on it moves. A failure shows on the page. */
export async function prefetchSuspensions(userId: string): Promise<void> {
  const client = queryClient();
  await Promise.all([
    client.prefetchQuery(suspensionPart),
    client.prefetchQuery(queryOf(getUserSuspensions, { params: { id: userId } })),
  ]);
}

/** The suspensions of a user, for administrators. */
export function SuspensionOfUser(props: ComponentProps<typeof UserSuspension>) {
  const { t } = useTranslation();
  const { part, failed, retry } = useLazyModule("user-suspension", suspensionPart.queryFn);
  if (part !== undefined) return <part.default {...props} />;
  return failed ? <ErrorState message={t("errors.part")} retry={retry} /> : <LoadingRows rows={2} />;
}
