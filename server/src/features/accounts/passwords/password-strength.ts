import { weakPasswordMessage } from "@wrapsody/shared/accounts/accounts.ts";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { Failure } from "../../../platform/failure.ts";

/**
 * A password that is guessed within this many attempts is rejected. Eight random characters are far beyond.
 */
const MIN_GUESSES = 10_000_000;
/** Only this many characters are analysed: the time grows with the square of the length. */
const MAX_ANALYSED_LENGTH = 100;
/** Shorter words are ignored: they occur in every password. */
const MIN_WORD_LENGTH = 3;

let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * Rejects a common password: a leaked one, a keyboard or date pattern, or one made of its owner's words.
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

/** Loads the estimator lazily: it takes 100 ms and 20 MB, which a start without sign-ups does not need. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import("@zxcvbn-ts/core");
  const { dictionary, adjacencyGraphs } = await import("@zxcvbn-ts/language-common");
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_ANALYSED_LENGTH });
}

/** Returns the texts, their words, and the words joined. */
function splitWords(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => {
    const parts = text.normalize("NFC").split(/[^\p{L}\p{M}\p{N}]+/u);
    return [text, ...parts, parts.join("")];
  });
  return [...new Set(words)].filter((word) => word.length >= MIN_WORD_LENGTH);
}
