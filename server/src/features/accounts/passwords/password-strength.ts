import { weakPasswordMessage } from "@wrapsody/shared/accounts.ts";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { Failure } from "../../../platform/failure.ts";

/** A password among so many that a guesser tries first is none. Eight random characters are far behind them. */
const MIN_GUESSES = 10_000_000;
/** Characters that are looked at: the time it takes grows with their square. */
const MAX_ANALYSED_LENGTH = 100;
/** Words shorter than this are in every password. */
const MIN_WORD_LENGTH = 3;

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * Refuses a password that is guessed first: one of those that leaked most often, a pattern of keys or dates, or made of
 * the words `about` its owner.
 *
 * @throws Failure E0007 on `field`
 */
export async function assertStrongPassword(
  field: "pw" | "password",
  password: string,
  ownerWords: readonly string[],
): Promise<void> {
  estimator ??= loadEstimator();
  const { guesses } = (await estimator).check(
    password.normalize("NFC"),
    splitWords(["wrapsody", ...ownerWords]),
  );
  if (guesses >= MIN_GUESSES) return;
  throw new Failure("E0007", { errors: [{ field, message: weakPasswordMessage }] });
}

/** The list takes a tenth of a second and 20 MB, which a start without sign-ups does not need. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import("@zxcvbn-ts/core");
  const { dictionary, adjacencyGraphs } = await import("@zxcvbn-ts/language-common");
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_ANALYSED_LENGTH });
}

/** The texts themselves, their words, and the words written as one. */
function splitWords(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => {
    const parts = text.normalize("NFC").split(/[^\p{L}\p{M}\p{N}]+/u);
    return [text, ...parts, parts.join("")];
  });
  return [...new Set(words)].filter((word) => word.length >= MIN_WORD_LENGTH);
}
