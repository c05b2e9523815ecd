import type { Language } from "@wrapsody/shared/api/language.ts";
import type { ReactNode } from "react";
import { renderPlainPage } from "../../../../platform/pages/plain-page.ts";
import { texts } from "./texts.ts";

/** Renders a page of the simulated provider with its sandbox notice. */
export function servicePage(language: Language, title: string, ...content: ReactNode[]): string {
  const { notice } = texts[language];
  return renderPlainPage({ language, service: "Sandbox Payments", title, notice }, ...content);
}
