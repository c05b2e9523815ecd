import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Rejects words that make code and texts hard to read: paraphrases where the field has a term, and names without an
 * object. Each rule carries its reason. Proves first, with a planted line for every rule, that it can fail.
 */
process.chdir(fileURLToPath(new URL("..", import.meta.url)));

/** `files` limits a rule to some files. */
type Rule = { pattern: RegExp; use: string; planted: string; files?: RegExp };

/** Comments, docs and texts that users read. */
const wording: readonly Rule[] = [
  {
    pattern: /\b(this|the) house\b/i,
    use: "this site, the platform or the operator",
    planted: "the house keeps it",
  },
  { pattern: /\bpa(id|ys?|ying) (it |them )?back\b/i, use: "refund", planted: "It was paid back." },
  {
    pattern: /\b(hand|hands|handed) (it |them )?in\b(?! hand)/i,
    use: "submit",
    planted: "It was handed in.",
  },
  { pattern: /\bin earnest\b/i, use: "for real, or name the mode", planted: "Draws in earnest." },
  { pattern: /\banew\b/i, use: "again", planted: "It begins anew." },
  { pattern: /\bat the moment\b/i, use: "right now, or nothing", planted: "Not at the moment." },
  {
    pattern: /\b(comes?|came) to nothing\b/i,
    use: "expires, fails or is cancelled",
    planted: "It came to nothing.",
  },
  {
    pattern: /\b(is|are|was|were|be|been) told\b/i,
    use: "is notified, or name the message",
    planted: "They are told.",
  },
  {
    pattern: /\bwhoever\b/i,
    use: "name the subject: the buyer, the caller, a user",
    planted: "Whoever pays.",
  },
  { pattern: /\bsomebody\b/i, use: "a user, the caller, someone", planted: "Somebody pays." },
  { pattern: /\bnobody['’]s\b/i, use: "unowned, or what it is", planted: "It is nobody’s." },
  { pattern: /\bthose (that|who|which)\b/i, use: "name the subject", planted: "Those that wait." },
  { pattern: /\bmend(s|ed|ing)?\b/i, use: "fix or repair", planted: "It is mended." },
  { pattern: /\bnarrow the list\b/i, use: "filter", planted: "Narrow the list" },
  { pattern: /\blog-ins?\b/i, use: "login (noun), log in (verb)", planted: "A log-in." },
  { pattern: /\be-mails?\b/i, use: "email", planted: "An e-mail." },
  {
    pattern: /\bwhere there (is|are) no(ne|thing)?\b/i,
    use: "if there is none",
    planted: "undefined where there is none",
  },
  { pattern: /\ball the same\b/i, use: "anyway, or nothing", planted: "It works all the same." },
];

/** Keys of the texts in `web/src/language`. */
const keys: readonly Rule[] = [
  {
    pattern:
      /"(told|asked|begun|held|mine|nobody\w*|house|bills|goOn|takeBack|sentBack|paidBack\w*|underWay\w*|atOnce)(_\w+)?":/,
    use: "what the text says: message, started, refunded, pending, invoices",
    planted: '"told": {',
  },
];

/** Names of variables and parameters that hide the value. */
const vague = "told|asked|wanted|wish|held|begun|given|mine|news|fate|looked";

/** Identifiers. */
const naming: readonly Rule[] = [
  {
    pattern: /\b(type|interface|class) (Given|Told|Asked|Wanted|Wish|Known|Seen|Kept)\b/,
    use: "the field's noun: input, options, params, result",
    planted: "type Given = {}",
  },
  {
    pattern: /\b(const|let) (patience|most|least|calm|gap)\b/,
    use: "a name with its unit: timeoutMs, maxAttempts, debounceMs",
    planted: "const patience = 5",
  },
  {
    pattern:
      /\bfunction (look|tell|say|act|mend|follow|goOn|once|alone|together|wish|need|advance|carryOut|ask)\(/,
    use: "verb + object: readChainState, notifyOwner, sendRequest",
    planted: "function goOn(",
  },
  {
    pattern: new RegExp(
      `\\b(const|let|function) [[{]?\\s*(${vague})\\b|(^|[({,])\\s*(${vague})(\\??: |\\) =>|, \\w+\\) =>)`,
    ),
    use: "the field's noun: message, request, selection, row, response, expected",
    planted: "const told = 5",
  },
  {
    pattern: /\b(const|let|function) [[{]?\s*(found|made|shown)\b/,
    files: /^(web|shared|e2e|benchmarks|contracts|checks)\//,
    use: "the field's noun: row, match, response",
    planted: "const found = 5",
  },
  {
    pattern: /\{ \.\.\.\{/,
    use: "a plain object literal",
    planted: "({ ...{ a }, b })",
  },
];

type Exception = { file: RegExp; pattern: RegExp; because: string };

const exceptions: readonly Exception[] = [
  { file: /^checks\/words\.ts$/, pattern: /./, because: "names the words" },
  { file: /^docs\/glossary\.md$/, pattern: /./, because: "names the words to avoid" },
  { file: /^server\/migrations\//, pattern: /./, because: "migrations that ran are never edited" },
  { file: /^demo\/(catalogue|art|desk)/, pattern: /./, because: "lyrics, titles and descriptions of works" },
  {
    file: /^(server|shared|web)\//,
    pattern: /"MEND"|\bMEND:/,
    because: "value of the wire field `next_step`",
  },
  {
    file: /^server\/src\/features\/accounts\/privacy\//,
    pattern: /\{ asked: "deletion" \}/,
    because: "detail of stored security events",
  },
];

const isTexts = /^web\/src\/language\//;
const isCode = /\.(ts|tsx|sol)$/;
const isText = /(\.(ts|tsx|md|sol|css)|^web\/src\/language\/.*en\.json|^\.env\.example)$/;

proveWordList();
const violations = listTrackedFiles().flatMap(checkFile);
for (const line of violations) process.stderr.write(`${line}\n`);
if (violations.length > 0)
  fail(`${violations.length} lines use words that the glossary (docs/glossary.md) replaces`);
process.stdout.write("Texts and names use the words of the glossary.\n");

/** A rule that matches nothing would pass for ever. */
function proveWordList(): void {
  for (const { pattern, planted } of [...wording, ...keys, ...naming])
    if (!pattern.test(planted)) fail(`the rule ${pattern} does not find “${planted}”`);
}

function listTrackedFiles(): string[] {
  return execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
    .split("\n")
    .filter((file) => isText.test(file) && !file.includes("/generated/"));
}

function checkFile(file: string): string[] {
  const all = isCode.test(file)
    ? [...wording, ...naming]
    : isTexts.test(file)
      ? [...wording, ...keys]
      : wording;
  const rules = all.filter(({ files }) => files?.test(file) !== false);
  return readText(file)
    .split("\n")
    .flatMap((line, at) =>
      rules
        .filter(({ pattern }) => pattern.test(line) && !isExcepted(file, line))
        .map(({ use }) => `${file}:${at + 1}: ${line.trim().slice(0, 100)}\n    use: ${use}`),
    );
}

/** A tracked file that was deleted in the working tree has no lines. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function isExcepted(file: string, line: string): boolean {
  return exceptions.some((exception) => exception.file.test(file) && exception.pattern.test(line));
}

function fail(reason: string): never {
  process.stderr.write(`check:words: ${reason}\n`);
  process.exit(1);
}
