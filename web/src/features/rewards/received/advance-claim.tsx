import { useMutation } from "@tanstack/react-query";
import { patchClaim, type ReceivedClaim } from "@wrapsody/shared/claims.ts";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../lib/api/api-fetch.ts";
import { useClaimsChanged } from "../claims/claims-changed.ts";
import { claimErrorKey, useClaimantName } from "./claim-labels.ts";

type Props = { claim: ReceivedClaim; announce: (text: string) => void };

/** Records that the fan was contacted or has received the reward. */
export function AdvanceClaim({ claim, announce }: Props) {
  const { t } = useTranslation();
  const whose = useClaimantName()(claim);
  const changed = useClaimsChanged();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (state: "CONTACTED" | "FULFILLED") =>
      apiFetch(patchClaim, { params: { id: claim.id }, body: { state } }),
    async onSuccess(_, state) {
      await changed();
      announce(t(`received.told.${state}`, { name: claim.reward.name }));
    },
    // Another tab may have decided the claim.
    onError: () => changed(),
  });
  const button = (state: "CONTACTED" | "FULFILLED") => (
    <button
      type="button"
      className="btn s"
      aria-disabled={isPending || undefined}
      onClick={() => {
        if (!isPending) mutate(state);
      }}
    >
      {t(`received.do.${state}`)} <span className="vh">{whose}</span>
    </button>
  );
  return (
    <>
      {claim.state === "REQUESTED" ? button("CONTACTED") : null}
      {button("FULFILLED")}
      {error === null ? null : (
        <p className="msg" role="alert">
          {t(claimErrorKey(error))}
        </p>
      )}
    </>
  );
}
