import ArrowRight from "lucide-react/icons/arrow-right";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useRouteLoaderData } from "react-router";
import { paths } from "../../../paths.ts";
import type { Site } from "../../../shell/site.ts";
import "../accounts.css";

/** The frame of the pages by which one comes in: what this is on the left, what to do on the right. */
export function EntryPage({
  heading,
  lead,
  children,
}: {
  heading: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="entry">
      <header>
        <h1 className="display">{heading}</h1>
        <p className="lead">{lead}</p>
      </header>
      <div className="entry-in">{children}</div>
    </div>
  );
}

/** Sends the form: yellow, because it is what to do next. */
export function SubmitButton({
  usable,
  busy,
  children,
}: {
  usable: boolean;
  busy: boolean;
  children: ReactNode;
}) {
  return (
    <button type="submit" className="btn go" disabled={!usable} aria-disabled={busy || undefined}>
      {children}
      <ArrowRight className="i" aria-hidden="true" />
    </button>
  );
}

/** What came of it, in place of the form. Its heading takes the focus, so that it is read out and read on from. */
export function Outcome({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="entry-form">
      <h2 ref={heading} className="head entry-outcome" tabIndex={-1}>
        {title}
      </h2>
      {children}
    </div>
  );
}

/** A text with an address in it, which stands out and breaks, before its host, only where it is longer than a line. */
export function TextWithEmail({ text, address }: { text: string; address: string }) {
  const [before = "", after = ""] = text.split(address);
  const [person = "", host = ""] = address.split(/(?=@)/);
  return (
    <>
      {before}
      <b className="entry-address">
        {person}
        <wbr />
        {host}
      </b>
      {after}
    </>
  );
}

/** Where the mails of a preview are to be found: they leave this machine by no other way. */
export function OutboxLink() {
  const { t } = useTranslation();
  const outbox = useRouteLoaderData<Site>("root")?.outbox ?? false;
  if (!outbox) return null;
  return (
    <p className="entry-note small">
      {t("accounts.outbox")}{" "}
      <a className="u b" href={paths.outbox}>
        {t("accounts.toOutbox")}
      </a>
    </p>
  );
}
