import type { Language } from "@wrapsody/shared/language.ts";

type Phrases = {
  /** The greeting around the name; `nameless` without one. */
  greeting: { before: string; after: string; nameless: string };
  /** Shown above the URL of a button. */
  address: string;
};

/** Texts of every email. */
export const phrases: Record<Language, Phrases> = {
  en: {
    greeting: { before: "Hello ", after: ",", nameless: "Hello," },
    address: "Or open this address in your browser:",
  },
  es: {
    greeting: { before: "Hola, ", after: ":", nameless: "Hola:" },
    address: "O abre esta dirección en tu navegador:",
  },
};

/** Formats a duration: `10 minutes`, `1 hora`. */
export function formatDuration(seconds: number, language: Language): string {
  const [unit, length] = unitOf(seconds);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(
    seconds / length,
  );
}

/** Formats one day as 24 hours, because "1 day" is often read as "until the end of tomorrow". */
function unitOf(seconds: number): ["day" | "hour" | "minute", number] {
  if (seconds > 86_400 && seconds % 86_400 === 0) return ["day", 86_400];
  return seconds % 3_600 === 0 ? ["hour", 3_600] : ["minute", 60];
}
