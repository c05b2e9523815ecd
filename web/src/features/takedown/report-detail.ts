import { useQueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@wrapsody/shared/api/endpoint.ts";
import { getReport, getReports } from "@wrapsody/shared/operations/takedown.ts";

export type ReportDetail = AnswerOf<typeof getReport>;

/** Returns a function that refreshes what a decision changes. */
export function useTakedownChanged(): () => void {
  const client = useQueryClient();
  return () => {
    for (const { method, path } of [getReport, getReports])
      void client.invalidateQueries({ queryKey: [`${method} ${path}`] });
  };
}
