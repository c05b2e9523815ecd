import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { componentLimits, type OwnCampaign, postSimulation } from "@wrapsody/shared/experiences/campaigns.ts";
import Dices from "lucide-react/icons/dices";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../../lib/api/api-fetch.ts";
import { ErrorState } from "../../../../../ui/feedback/states.tsx";
import { formatCount } from "../../../../../ui/format/format.ts";
import { Rarity } from "../../../artworks/rarity.tsx";
import { slotName } from "../../../artworks/slots.ts";
import { refusalOf } from "../error-messages.ts";
import { percentOf } from "../labels.ts";
import type { EditorComponents } from "../state/use-components.ts";
import "./simulation.css";

type SimulationProps = { campaign: OwnCampaign; reference: string; parts: EditorComponents };
type Answer = AnswerOf<typeof postSimulation>;

const MAX_SAMPLES = componentLimits.samples;

/** Samples that are drawn without being asked for. */
const FIRST_SAMPLES = 8;
/** Pause after the last saved change, because uploads save components one after another. */
const PAUSE_MS = 1_500;

/** Sample artworks of the saved components, drawn again after each change, and the frequency of each component. */
export function Simulation({ campaign, reference, parts }: SimulationProps) {
  const { t } = useTranslation();
  const heading = useId();
  const saved = useSettled(savedOf(campaign, parts));
  const [extended, setExtended] = useState<string>();
  const samples = extended === saved ? MAX_SAMPLES : FIRST_SAMPLES;
  const nothing = parts.parts.every(({ saved }) => saved === undefined) && campaign.type !== "FIXED_IMAGE";
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ["simulation", reference, saved, samples],
    queryFn: () => apiFetch(postSimulation, { params: { id: reference }, body: { samples } }),
    enabled: !nothing,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isComplete = samples === MAX_SAMPLES || (data !== undefined && data.samples.length < FIRST_SAMPLES);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="simulation" aria-labelledby={heading} tabIndex={0} data-pane>
      <div className="pane-h">
        <h2 id={heading}>{t("components.simulation.title")}</h2>
        <span className="code dim">{data?.samples.length}</span>
      </div>
      <div className="simulation-in">
        {error === null || isFetching ? null : (
          <ErrorState message={refusalOf(t, error)} retry={() => void refetch()} />
        )}
        {isFetching && data === undefined ? <Waiting /> : null}
        {data === undefined ? null : (
          <Sheet campaign={campaign} answer={data} isOutdated={isPlaceholderData} />
        )}
        <p className="meta dim" role="status">
          {isFetching
            ? t("components.simulation.busy", { samples })
            : nothing
              ? t("components.simulation.nothing")
              : parts.unsaved.length > 0
                ? t("components.simulation.unsaved")
                : ""}
        </p>
        {data === undefined ? null : (
          <>
            <Verdict campaign={campaign} answer={data} requested={samples} />
            <button
              type="button"
              className="btn s"
              aria-disabled={isFetching || isComplete || undefined}
              onClick={() => {
                if (!isFetching && !isComplete) setExtended(saved);
              }}
            >
              {t("components.simulation.run", { samples: MAX_SAMPLES })}{" "}
              <Dices className="i" aria-hidden="true" />
            </button>
            <Shares campaign={campaign} answer={data} />
          </>
        )}
      </div>
    </section>
  );
}

/** Returns the value after it has not changed for a while. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Placeholder of the samples. */
function Waiting() {
  const places = Array.from({ length: FIRST_SAMPLES }, (_, index) => index);
  return (
    <div className="sheet waiting" aria-hidden="true">
      {places.map((place) => (
        <span key={place} />
      ))}
    </div>
  );
}

/** Serializes everything that the samples depend on. */
function savedOf({ type, max_nfts, image }: OwnCampaign, { parts }: EditorComponents): string {
  const components = parts.flatMap(({ id, image, saved }) =>
    saved === undefined ? [] : [[id, image?.id, saved]],
  );
  return JSON.stringify([type, max_nfts, image?.id, components]);
}

type ResultProps = { campaign: OwnCampaign; answer: Answer };

function Sheet({ campaign, answer, isOutdated }: ResultProps & { isOutdated: boolean }) {
  return (
    <ul className={`sheet${isOutdated ? " outdated" : ""}`}>
      {answer.samples.map(({ picture, traits, total_rarity_score }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: samples have no ids, and arrive together
        <li key={index}>
          <img
            src={`data:image/webp;base64,${picture}`}
            width={300}
            height={300}
            alt={traits.map(({ component }) => component).join(", ") || campaign.name}
          />
          {campaign.type === "GENERATIVE" ? (
            <p className="meta">
              <Rarity score={total_rarity_score} />
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Whether the components suffice for the spots, and why there are fewer samples than were asked for. */
function Verdict({ campaign, answer, requested }: ResultProps & { requested: number }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatCount(value, i18n.language);
  const { samples, pictures, combinations, verdict } = answer;
  return (
    <div className="small">
      <p>
        {t(`components.simulation.verdict.${verdict}`, { places: number(campaign.max_nfts) })}{" "}
        {pictures !== null && pictures !== combinations
          ? t("components.simulation.limited", { most: number(pictures) })
          : ""}
      </p>
      {samples.length >= requested ? null : (
        <p>
          {t(`components.simulation.${campaign.type === "FIXED_IMAGE" ? "fewerPermitted" : "fewer"}`, {
            count: samples.length,
            samples: requested,
          })}
        </p>
      )}
    </div>
  );
}

/** Expected and observed shares of each component, unless all are in every artwork. */
function Shares({ campaign, answer }: ResultProps) {
  const { t, i18n } = useTranslation();
  const of = Math.max(1, answer.samples.length);
  const rows = answer.components.toSorted((a, b) => a.slot_number - b.slot_number || b.expected - a.expected);
  if (rows.every(({ expected }) => expected === 1)) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="scroll" tabIndex={0} aria-label={t("components.simulation.shares")}>
      <table className="tbl num drawn-shares">
        <caption className="vh">{t("components.simulation.shares")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("components.simulation.component")}</th>
            <th scope="col" className="r">
              {t("components.simulation.expected")}
            </th>
            <th scope="col" className="r">
              {t("components.simulation.drawn")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, slot_number, expected, drawn }) => (
            <tr key={id}>
              <th scope="row">
                <span className="dim">{slotName(campaign, slot_number) ?? slot_number}</span> {name}
                <span className="share-lines" aria-hidden="true">
                  <i style={{ width: `${expected * 100}%` }} />
                  <i style={{ width: `${(drawn / of) * 100}%` }} />
                </span>
              </th>
              <td className="r">{percentOf(expected, i18n.language)}</td>
              <td className="r">{percentOf(drawn / of, i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
