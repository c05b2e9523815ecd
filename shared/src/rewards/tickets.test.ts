import { expect, it } from "vitest";
import { type ClaimQuestion, checkAnswers, questionProblems } from "./claim-questions.ts";
import { formatTicketCode, readTicketCode } from "./tickets.ts";

const code = "0123456789ABCDEFGHJKMNPQRS";

it.each([
  ["as formatted", formatTicketCode(code)],
  ["in lower case with spaces", ` ${code.toLowerCase().replace(/(.{4})/g, "$1 ")} `],
  ["with letters that look like digits", code.replace("0", "O").replace("1", "l")],
])("a code is read %s", (_, typed) => {
  expect(readTicketCode(typed)).toBe(code);
});

it.each([
  ["one character short", code.slice(1)],
  ["one too long", `${code}0`],
  ["with another character", `U${code.slice(1)}`],
  ["empty", ""],
  ["a link", "https://wrapsody.example/door/x"],
])("a text is no code: %s", (_, typed) => {
  expect(readTicketCode(typed)).toBeUndefined();
});

const ask: ClaimQuestion = { label: "Size", kind: "TEXT", choices: [], is_required: true };

it("answers are checked one by one, and an optional one may be empty", () => {
  const questions: ClaimQuestion[] = [
    ask,
    { ...ask, label: "Shirt", kind: "CHOICE", choices: ["S", "M"] },
    { ...ask, label: "Note", is_required: false },
  ];
  expect(checkAnswers(questions, { 0: " ", 1: "XL" }).errors).toEqual([
    { field: "answers.0", message: questionProblems.noAnswer },
    { field: "answers.1", message: questionProblems.noChoice },
  ]);
  expect(checkAnswers(questions, { 0: " 42 ", 1: "M", 7: "ignored" })).toEqual({
    errors: [],
    answers: [
      { question: "Size", answer: "42" },
      { question: "Shirt", answer: "M" },
    ],
  });
  expect(checkAnswers([ask], { 0: "x".repeat(501) }).errors).toMatchObject([
    { message: "This is too long." },
  ]);
});
