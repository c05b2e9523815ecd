import { useNavigate } from "react-router";
import { useLazyModule } from "../../../lib/lazy-module.ts";
import { currentPath, storeReturnTo, useSignedIn } from "../../../lib/storage/session.ts";
import { type FanPurpose, paths } from "../../../paths.ts";
import { storeIntent } from "./intent.ts";

const load = () => import("./signed-in-actions.tsx").then(({ loadSignedInActions }) => loadSignedInActions());

/**
 * Returns the buttons of signed-in readers once they are loaded, and `ask`, which keeps the action until then. Readers without a session
 * go to the login, which names the action; it is carried out when they are back.
 */
export function useFanAction(action: FanPurpose, of: string) {
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const { part } = useLazyModule("fan actions", load, signedIn);
  const ask = () => {
    storeIntent({ action, of });
    if (signedIn) return;
    storeReturnTo(currentPath());
    void navigate(paths.login({ for: action }));
  };
  return { buttons: signedIn ? part : undefined, ask };
}
