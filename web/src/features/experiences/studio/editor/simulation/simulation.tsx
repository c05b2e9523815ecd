import { useMutation } from "@tanstack/react-query";
import { componentLimits, type OwnCampaign, postSimulation } from "@wrapsody/shared/campaigns.ts";
import type { AnswerOf } from "@wrapsody/shared/endpoint.ts";
import Dices from "lucide-react/icons/dices";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../../../../../lib/api/api-fetch.ts";
import { ErrorState } from "../../../../../ui/feedback/states.tsx";
import { formatCount } from "../../../../../ui/format/format.ts";
import { Rarity } from "../../../artworks/rarity.tsx";
import { refusalOf } from "../error-messages.ts";
import { percentOf } from "../labels.ts";
import type { EditorComponents } from "../state/use-components.ts";
import "./simulation.css";

type SimulationProps = { campaign: OwnCampaign; reference: string; parts: EditorComponents };
type Answer = AnswerOf<typeof postSimulation>;

const samples = componentLimits.samples;

/** Sample artworks of the experience and the observed frequency of each component. */
export function Simulation({ campaign, reference, parts }: SimulationProps) {
  const { t } = useTranslation();
  const heading = useId();
  const saved = savedOf(campaign, parts);
  // Keeps the inputs beside the response, to show when they have changed since.
  const { mutate, isPending, data, error, variables } = useMutation({
    mutationFn: (_of: string) => apiFetch(postSimulation, { params: { id: reference }, body: { samples } }),
  });
  const run = () => {
    if (!isPending) mutate(saved);
  };
  const outdated = data !== undefined && !isPending && variables !== saved;
  const nothing = parts.parts.every(({ saved }) => saved === undefined) && campaign.type !== "FIXED_IMAGE";
  return (
    <section className="simulation" aria-labelledby={heading}>
      <div className="simulation-h">
        <div>
          <h2 id={heading} className="head">
            {t("components.simulation.title")}
          </h2>
          <p className="small dim">{t("components.simulation.text", { samples })}</p>
          {parts.unsaved.length === 0 ? null : (
            <p className="small">
              <span className="state wait">{t("components.simulation.unsaved")}</span>
            </p>
          )}
        </div>
        <button
          type="button"
          className="btn"
          aria-disabled={isPending || nothing || undefined}
          onClick={() => {
            if (!nothing) run();
          }}
        >
          {t(data === undefined ? "components.simulation.run" : "components.simulation.again", { samples })}
          <Dices className="i" aria-hidden="true" />
        </button>
      </div>
      <p className="small simulation-state" role="status">
        {isPending
          ? t("components.simulation.busy", { samples })
          : nothing
            ? t("components.simulation.nothing")
            : ""}
        {outdated ? (
          <>
            <span className="state wait b">{t("components.simulation.outdated")}</span>{" "}
            {t("components.simulation.outdatedText")}
          </>
        ) : null}
      </p>
      {error === null || isPending ? null : <ErrorState message={refusalOf(t, error)} retry={run} />}
      {isPending && data === undefined ? <Waiting /> : null}
      {data === undefined ? null : <Result campaign={campaign} answer={data} outdated={outdated} />}
    </section>
  );
}

/** Placeholder of the samples. */
function Waiting() {
  const places = Array.from({ length: 16 }, (_, index) => index);
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

type ResultProps = { campaign: OwnCampaign; answer: Answer; outdated: boolean };

function Result({ campaign, answer, outdated }: ResultProps) {
  const { t, i18n } = useTranslation();
  const count = (value: number) => formatCount(value, i18n.language);
  return (
    <div className={`simulation-in${outdated ? " outdated" : ""}`}>
      <div className="simulation-facts">
        <p className="no num">{count(answer.combinations)}</p>
        <p className="small">
          {t("components.simulation.combinations", { count: answer.combinations })}{" "}
          {answer.pictures !== null && answer.pictures !== answer.combinations
            ? t("components.simulation.limited", { most: count(answer.pictures) })
            : ""}{" "}
          {t(`components.simulation.verdict.${answer.verdict}`, { places: count(campaign.max_nfts) })}
        </p>
        {answer.samples.length === samples ? null : (
          <p className="small">
            {t(`components.simulation.${campaign.type === "FIXED_IMAGE" ? "fewerPermitted" : "fewer"}`, {
              count: answer.samples.length,
              samples,
            })}
          </p>
        )}
        <Shares answer={answer} />
      </div>
      <ul className="sheet">
        {answer.samples.map(({ picture, traits, total_rarity_score }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: samples have no ids, and arrive together
          <li key={index}>
            <img
              src={`data:image/webp;base64,${picture}`}
              width={300}
              height={300}
              alt={traits.map(({ component }) => component).join(", ") || campaign.name}
            />
            <span className="meta">
              <Rarity score={total_rarity_score} /> <span className="num">{total_rarity_score}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Expected and observed shares of each component. */
function Shares({ answer }: { answer: Answer }) {
  const { t, i18n } = useTranslation();
  const of = Math.max(1, answer.samples.length);
  const rows = answer.components.toSorted((a, b) => a.slot_number - b.slot_number || b.expected - a.expected);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className="scroll" tabIndex={0} aria-label={t("components.simulation.shares")}>
      <table className="tbl num shares">
        <caption className="vh">{t("components.simulation.shares")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("components.slot")}</th>
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
              <td>{slot_number}</td>
              <th scope="row">
                {name}
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
