import { questionKinds, questionLimits } from "@wrapsody/shared/rewards/claim-questions.ts";
import Trash from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field, SelectField, TextArea } from "../../../../../ui/forms/field.tsx";

type Fields = Readonly<Record<string, string>>;
type Kind = (typeof questionKinds)[number];

const nameOf = (at: number, part: string) => `questions.${at}.${part}`;

type Props = {
  /** Fields of a restored draft. */
  initial: Fields;
  problem: (field: string) => string | undefined;
  onChange: (field: string) => void;
};

/** Edits the questions that fans answer when they claim a level. */
export function QuestionsField({ initial, problem, onChange }: Props) {
  const { t } = useTranslation();
  const [rows, setRows] = useState(() =>
    Array.from({ length: countQuestions(initial) }, (_, at) => ({ id: at, from: at })),
  );
  const [next, setNext] = useState(rows.length);
  const add = () => {
    setRows([...rows, { id: next, from: -1 }]);
    setNext(next + 1);
  };
  return (
    <fieldset className="level-questions">
      <legend className="b">{t("manage.rewards.questions.title")}</legend>
      <p className="small dim">{t("manage.rewards.questions.hint")}</p>
      {rows.map(({ id, from }, at) => (
        <Question
          key={id}
          at={at}
          initial={(part) => (from < 0 ? undefined : initial[nameOf(from, part)])}
          isNew={from < 0}
          problem={problem}
          onChange={onChange}
          remove={() => {
            for (const part of ["label", "kind", "choices"]) onChange(nameOf(at, part));
            setRows(rows.filter((row) => row.id !== id));
          }}
        />
      ))}
      {rows.length >= questionLimits.questions ? null : (
        <button type="button" className="btn s" onClick={add}>
          {t("manage.rewards.questions.add")}
        </button>
      )}
    </fieldset>
  );
}

type QuestionProps = Omit<Props, "initial"> & {
  at: number;
  initial: (part: string) => string | undefined;
  isNew: boolean;
  remove: () => void;
};

function Question({ at, initial, isNew, problem, onChange, remove }: QuestionProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>(kindNamed(initial("kind")));
  const number = { number: at + 1 };
  const field = (part: string) => ({
    name: nameOf(at, part),
    problem: problem(nameOf(at, part)),
    onChange: () => onChange(nameOf(at, part)),
  });
  return (
    <div className="level-question">
      <Field
        {...field("label")}
        label={t("manage.rewards.questions.label", number)}
        defaultValue={initial("label")}
        maxLength={questionLimits.label}
        required
        autoComplete="off"
      />
      <SelectField
        {...field("kind")}
        label={t("manage.rewards.questions.kindLabel", number)}
        value={kind}
        onChange={({ currentTarget }) => setKind(kindNamed(currentTarget.value))}
      >
        {questionKinds.map((each) => (
          <option key={each} value={each}>
            {t(`manage.rewards.questions.kind.${each}`)}
          </option>
        ))}
      </SelectField>
      {kind === "CHOICE" ? (
        <TextArea
          {...field("choices")}
          label={t("manage.rewards.questions.choices", number)}
          defaultValue={initial("choices")}
          hint={t("manage.rewards.questions.choicesHint")}
          required
        />
      ) : null}
      <label className="level-unlimited small">
        <input
          type="checkbox"
          name={nameOf(at, "is_required")}
          defaultChecked={isNew || initial("is_required") !== undefined}
        />
        <span>{t("manage.rewards.questions.required")}</span>
      </label>
      <button type="button" className="btn s" onClick={remove}>
        {t("manage.rewards.questions.remove")} <span className="vh">{at + 1}</span>
        <Trash className="i" aria-hidden="true" />
      </button>
    </div>
  );
}

function kindNamed(name: string | undefined): Kind {
  return questionKinds.find((kind) => kind === name) ?? "TEXT";
}

function countQuestions(fields: Fields): number {
  const numbers = Object.keys(fields).map((name) => Number(/^questions\.(\d)\./.exec(name)?.[1] ?? -1));
  return Math.min(questionLimits.questions, Math.max(-1, ...numbers) + 1);
}

/** Builds the questions of a request; undefined without any, because servers of earlier versions refuse the key. */
export function readQuestions(fields: Fields) {
  const count = countQuestions(fields);
  if (count === 0) return undefined;
  return Array.from({ length: count }, (_, at) => ({
    label: fields[nameOf(at, "label")] ?? "",
    kind: kindNamed(fields[nameOf(at, "kind")]),
    choices: (fields[nameOf(at, "choices")] ?? "")
      .split("\n")
      .map((choice) => choice.trim())
      .filter((choice) => choice !== ""),
    is_required: fields[nameOf(at, "is_required")] !== undefined,
  }));
}
