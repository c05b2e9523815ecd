import type { Membership } from "@wrapsody/shared/accounts/accounts.ts";
import { useTranslation } from "react-i18next";
import { loadNamespaces } from "../../lib/language/namespaces.ts";
import { useActingAccount, workFor } from "../../lib/storage/session.ts";
import { readStored } from "../../lib/storage/storage.ts";
import { paths } from "../../paths.ts";

type StoredUser = { name: string; memberships: Membership[] };

/** Loads the texts of the switch. */
export async function loadAccountSwitch() {
  await loadNamespaces("members");
  return AccountSwitch;
}

/** Chooses the account whose studio the reader works in. */
function AccountSwitch() {
  const { t } = useTranslation();
  const acting = useActingAccount();
  const { name, memberships } = JSON.parse(readStored("user") ?? "{}") as Partial<StoredUser>;
  return (
    <section>
      <h2>{t("members.switch.title")}</h2>
      <ul>
        <li>
          <button
            type="button"
            aria-current={acting === undefined ? "true" : undefined}
            onClick={() => workFor(undefined, paths.you)}
          >
            <span>{t("members.switch.own", { name })}</span>
          </button>
        </li>
        {memberships?.map((membership) => (
          <li key={membership.account_id}>
            <button
              type="button"
              aria-current={acting?.account_id === membership.account_id ? "true" : undefined}
              onClick={() => workFor(membership, paths.myWraps())}
            >
              <span>{membership.name}</span>
              <span className="dim">{t(`members.role.${membership.role}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
