import { claimStates } from "@wrapsody/shared/claims.ts";
import { getMySongs } from "@wrapsody/shared/studio.ts";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { useOwn } from "../../accounts/index.ts";
import type { WantedClaims } from "./shown-claims.ts";

/** Narrows the list to one state, or to one wrap. What is wanted stands in the address. */
export function ClaimFilters({ wanted }: { wanted: WantedClaims }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data } = useOwn(getMySongs, { list: { limit: 999, sortKey: "name", sortDir: "ASC" } });
  const show = (change: { state?: string; song?: string }) => {
    const { state = wanted.state, song = wanted.song } = change;
    const query = { ...(state && { state }), ...(song && { song: Number(song) }) };
    void navigate(paths.receivedClaims(query), { preventScrollReset: true });
  };
  return (
    <search aria-label={t("received.find")} className="claim-filters">
      <Choice label={t("received.state")} value={wanted.state} choose={(state) => show({ state })}>
        <option value="">{t("received.everyState")}</option>
        {claimStates.map((state) => (
          <option key={state} value={state}>
            {t(`claims.state.${state}`)}
          </option>
        ))}
      </Choice>
      <Choice label={t("received.wrap")} value={wanted.song} choose={(song) => show({ song })}>
        <option value="">{t("received.everyWrap")}</option>
        {data?.data.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
    </search>
  );
}

type ChoiceProps = {
  label: string;
  value: string | number | undefined;
  choose: (value: string) => void;
  children: ReactNode;
};

function Choice({ label, value, choose, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="f">
      <label htmlFor={id}>{label}</label>
      <div className="in">
        <select id={id} value={value ?? ""} onChange={({ target }) => choose(target.value)}>
          {children}
        </select>
      </div>
    </div>
  );
}
