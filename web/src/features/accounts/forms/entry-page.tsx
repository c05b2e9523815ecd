import ArrowRight from "lucide-react/icons/arrow-right";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useRouteLoaderData } from "react-router";
import { readStored } from "../../../lib/storage/storage.ts";
import { paths } from "../../../paths.ts";
import type { Site } from "../../../shell/site.ts";
import { SleeveMosaic } from "../../../shell/sleeve-mosaic.tsx";

type EntryPageProps = {
  heading: string;
  lead: ReactNode;
  /** Names and texts of what follows, such as what an account gives. */
  facts?: readonly { name: string; text: string }[] | undefined;
  /** Shown instead of the covers of the newest wraps. */
  picture?: ReactNode;
  /** The heading is the result of an action and takes the focus. */
  isOutcome?: boolean;
  children: ReactNode;
};

/** Layout of the login and sign-up pages: explanation and covers on the left, form on the right. */
export function EntryPage({ heading, lead, facts, picture, isOutcome = false, children }: EntryPageProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isOutcome) title.current?.focus();
  }, [isOutcome]);
  return (
    <div className="entry">
      <header>
        <h1 ref={title} className="display" tabIndex={-1}>
          {heading}
        </h1>
        <p className="lead">{lead}</p>
      </header>
      <div className="entry-in">{children}</div>
      <div className="entry-beside">
        {facts === undefined ? null : (
          <dl className="entry-facts">
            {facts.map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        {picture ?? <SleeveMosaic />}
      </div>
    </div>
  );
}

/** The primary submit button. */
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

/** Replaces the form with its result. The heading takes the focus, so that screen readers continue there. */
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

/** A text with an emphasized email address, which may break before its host. */
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

/** Links to the outbox of a preview, whose mails never leave the machine. */
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

type CheckInboxProps = {
  title: string;
  /** Names the address. */
  text: string;
  address: string;
  login: { to: string; label: string };
  restart(): void;
};

/** Confirms that a mail was sent. Shows the same message whether or not the account exists. */
export function CheckInbox({ title, text, address, login, restart }: CheckInboxProps) {
  const { t } = useTranslation();
  return (
    <Outcome title={title}>
      <p>
        <TextWithEmail text={text} address={address} />
      </p>
      <OutboxLink />
      <p className="small dim">{t("accounts.noMail")}</p>
      <div className="entry-send">
        <Link className="btn" to={login.to}>
          {login.label}
        </Link>
        <button type="button" className="u small" onClick={restart}>
          {t("accounts.otherAddress")}
        </button>
      </div>
    </Outcome>
  );
}

/** Prefills the email field with the address of the signed-in user. */
export function usePrefilledEmail(form: { readonly current: HTMLFormElement | null }): void {
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>("input[type=email]");
    const email = storedEmail();
    if (field && field.value === "" && email !== undefined) field.value = email;
  }, [form]);
}

function storedEmail(): string | undefined {
  try {
    const user: unknown = JSON.parse(readStored("user") ?? "null");
    if (typeof user !== "object" || user === null || !("email" in user)) return undefined;
    return typeof user.email === "string" ? user.email : undefined;
  } catch {
    return undefined;
  }
}

const benefits = ["listen", "earn", "redeem", "own", "publish"] as const;

/** Returns what an account gives, as facts of an entry page. */
export function useBenefits() {
  const { t } = useTranslation();
  return benefits.map((benefit) => ({
    name: t(`accounts.signUp.benefits.${benefit}.name`),
    text: t(`accounts.signUp.benefits.${benefit}.text`),
  }));
}
