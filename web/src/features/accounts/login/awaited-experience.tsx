import { useQuery } from "@tanstack/react-query";
import { getDrop } from "@wrapsody/shared/experiences/experiences.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../lib/pages/page-data.ts";
import { formatUsd } from "../../../ui/format/format.ts";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { leadText } from "./login-reason.ts";

export const awaitedQuery = (reference: string) => queryOf(getDrop, { params: { id: reference } });

type AwaitedProps = {
  reference: string;
  /** Shown until the experience is known, or if it is not. */
  children?: ReactNode;
};

/** Names the experience that the reader joins after the login. */
export function AwaitedLead({ reference, children }: AwaitedProps) {
  const { t } = useTranslation();
  const { data } = useQuery(awaitedQuery(reference));
  if (data === undefined) return children;
  return leadText(t, { purpose: "participate", about: data.name }, "");
}

/** The experience that the reader joins after the login, in place of the covers. */
export function AwaitedExperience({ reference, children }: AwaitedProps) {
  const { t } = useTranslation();
  const { data } = useQuery(awaitedQuery(reference));
  if (data === undefined) return children;
  const { name, image, song, cost_per_nft: usd, pricing } = data;
  const isOpenPrice = pricing === "PAY_WHAT_YOU_WANT";
  return (
    <div className="entry-wall entry-joins">
      <Picture image={image} alt="" priority sizes="(max-width: 820px) 14vw, 36vw" />
      <div>
        <p className="head">{name}</p>
        <p className="small entry-joins-song">
          {t("experiences.for")} {song.name}, {song.artist}
        </p>
        <p className="no num">
          {usd === 0 && !isOpenPrice ? t("experiences.free") : `${formatUsd(usd)}${isOpenPrice ? "+" : ""}`}
        </p>
      </div>
    </div>
  );
}
