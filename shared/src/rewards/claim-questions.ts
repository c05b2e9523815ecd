import * as z from "zod";

/** TEXT is one line, ADDRESS a postal address of several lines, CHOICE one of the choices. */
export const questionKinds = ["TEXT", "ADDRESS", "CHOICE"] as const;

export const questionLimits = { questions: 5, label: 200, choices: 20, choice: 60, answer: 500 } as const;

/** Messages for invalid questions and answers. */
export const questionProblems = {
  noLabel: "Please enter the question.",
  tooLong: "This is too long.",
  fewChoices: "Please enter at least two different choices.",
  manyChoices: `Please enter at most ${questionLimits.choices} choices.`,
  noAnswer: "Please answer this.",
  noChoice: "Please choose one of these.",
  tooMany: `A reward asks at most ${questionLimits.questions} questions.`,
  instant: "Fans get this reward at once, so it can’t ask questions.",
} as const;

/** A question that a fan answers when claiming a level. */
const question = z.object({
  label: z.string(),
  kind: z.enum(questionKinds),
  /** Only of a CHOICE; otherwise empty. */
  choices: z.array(z.string()),
  is_required: z.boolean(),
});
export const claimQuestions = z.array(question);
export type ClaimQuestion = z.output<typeof question>;

/** An answer with its question. Answers are erased once the claim is fulfilled or rejected. */
const answer = z.object({ question: z.string(), answer: z.string() });
export const claimAnswers = z.array(answer);
export type ClaimAnswer = z.output<typeof answer>;

const tooLong = { error: questionProblems.tooLong };
const few = { error: questionProblems.fewChoices };

const newQuestion = z
  .object({
    label: z
      .string({ error: questionProblems.noLabel })
      .trim()
      .min(1, { error: questionProblems.noLabel })
      .max(questionLimits.label, tooLong),
    kind: z.enum(questionKinds).default("TEXT"),
    choices: z
      .array(z.string().trim())
      .max(questionLimits.choices, { error: questionProblems.manyChoices })
      .refine((choices) => choices.every(({ length }) => length <= questionLimits.choice), tooLong)
      .default([]),
    is_required: z.boolean().default(true),
  })
  .refine(({ kind, choices }) => kind !== "CHOICE" || new Set(choices.filter(Boolean)).size >= 2, {
    path: ["choices"],
    ...few,
  });

/** The questions of a new level. */
export const newQuestions = z
  .array(newQuestion)
  .max(questionLimits.questions, { error: questionProblems.tooMany });

/** Answers by the position of their question, as a claim sends them. */
export const sentAnswers = z.record(z.string().max(3), z.string().max(10_000, tooLong));

/** Returns the errors of answers by field, and the answers with their questions. Empty answers are left out. */
export function checkAnswers(
  questions: readonly ClaimQuestion[],
  sent: Readonly<Record<string, string>>,
): { errors: { field: string; message: string }[]; answers: ClaimAnswer[] } {
  const errors: { field: string; message: string }[] = [];
  const answers: ClaimAnswer[] = [];
  for (const [at, question] of questions.entries()) {
    const text = (sent[at] ?? "").trim();
    const message = findProblem(question, text);
    if (message !== undefined) errors.push({ field: `answers.${at}`, message });
    else if (text !== "") answers.push({ question: question.label, answer: text });
  }
  return { errors, answers };
}

function findProblem({ kind, choices, is_required }: ClaimQuestion, text: string): string | undefined {
  if (text === "")
    return is_required ? questionProblems[kind === "CHOICE" ? "noChoice" : "noAnswer"] : undefined;
  if (text.length > questionLimits.answer) return questionProblems.tooLong;
  return kind === "CHOICE" && !choices.includes(text) ? questionProblems.noChoice : undefined;
}
