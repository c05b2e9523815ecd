import type { AnswerOf, Endpoint } from "@wrapsody/shared/endpoint.ts";
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { z } from "zod";
import { AskError, ask } from "../../lib/ask.ts";
import { ready } from "../../lib/schema-later.ts";

export type FieldProblems = Readonly<Record<string, string>>;

type Options<E extends Endpoint> = {
  endpoint: E;
  /** Makes the body of the call from what is in the fields. */
  body(fields: Record<string, string>): z.input<E["body"]>;
  /** Gets the answer of a success. */
  done(answer: AnswerOf<E>): void;
};

/**
 * A form that is the body of a call: its fields are checked with the call's own schema, then by the server, and what
 * is wrong lands on its field, with the focus on the first. The fields are the browser's own, so a failure leaves
 * what is in them.
 */
export function useCheckedForm<E extends Endpoint>({ endpoint, body, done }: Options<E>) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<FieldProblems>({});
  const [failure, setFailure] = useState<AskError>();
  const [busy, setBusy] = useState(false);
  // Fetched while the reader types.
  useEffect(() => void ready(endpoint.body).catch(() => undefined), [endpoint]);
  useFocusOnProblem(form, problems, failure);

  const send = async (given: z.input<E["body"]>) => {
    const found = await check(endpoint, given);
    if (Object.keys(found).length > 0) return setProblems(found);
    try {
      done(await ask(endpoint, { body: given }));
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      if (error.errors.length > 0) setProblems(firstOfEach(error.errors));
      else setFailure(error);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblems({});
    setFailure(undefined);
    void send(body(fieldsOf(event.currentTarget))).finally(() => setBusy(false));
  };
  const forgive = (field: string) => {
    if (field in problems) setProblems(({ [field]: _, ...others }) => others);
  };
  return { form, problems, failure, busy, submit, forgive, usable: useHydrated() };
}

/** Until the scripts run, sending would be left to the browser, which would load a page instead. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

function useFocusOnProblem(
  form: { readonly current: HTMLFormElement | null },
  problems: FieldProblems,
  failure: AskError | undefined,
): void {
  useEffect(() => {
    if (failure !== undefined) form.current?.querySelector<HTMLElement>("[role=alert]")?.focus();
  }, [form, failure]);
  const shown = useRef(0);
  useEffect(() => {
    const count = Object.keys(problems).length;
    // Only what is newly wrong draws the focus; a field that is being mended must not.
    if (count > shown.current) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    shown.current = count;
  }, [form, problems]);
}

function fieldsOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** Where the schema cannot be fetched, the server checks alone. */
async function check(endpoint: Endpoint, given: unknown): Promise<FieldProblems> {
  const schema = await ready(endpoint.body).catch(() => undefined);
  const issues = schema?.safeParse(given).error?.issues ?? [];
  return firstOfEach(issues.map(({ path, message }) => ({ field: path.join("."), message })));
}

function firstOfEach(errors: readonly { field: string; message: string }[]): FieldProblems {
  return Object.fromEntries(errors.toReversed().map(({ field, message }) => [field, message]));
}
