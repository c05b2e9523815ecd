import ArrowRight from "lucide-react/icons/arrow-right";
import { useId } from "react";
import { Link } from "react-router";
import { Mark } from "../graphics/shapes.tsx";

type EmptySpreadProps = {
  label: string;
  /** The number that the first entry exceeds. */
  number: string;
  title: string;
  text: string;
  to: string;
  action: string;
};

/** A public list without entries: a spread with the mark in place of a cover, and a first step. */
export function EmptySpread({ label, number, title, text, to, action }: EmptySpreadProps) {
  const id = useId();
  return (
    <section className="spread amb spread-empty" aria-labelledby={id}>
      <div className="txt">
        <div className="split small">
          <span>{label}</span>
        </div>
        <p className="spread-no" aria-hidden="true">
          <span className="no">{number}</span>
        </p>
        <div className="btm">
          <h2 className={title.length > 14 ? "title" : "title len-m"} id={id}>
            {title}
          </h2>
          <p className="small spread-about">{text}</p>
          <div className="row">
            <Link className="btn go" to={to}>
              {action} <ArrowRight className="i" aria-hidden="true" />
            </Link>
          </div>
        </div>
      </div>
      <figure aria-hidden="true">
        <Mark />
      </figure>
    </section>
  );
}
