import { useQueryClient } from "@tanstack/react-query";
import { getPayments } from "@wrapsody/shared/payments.ts";

/** Has the payments asked for anew. */
export function usePaymentsChanged(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [`${getPayments.method} ${getPayments.path}`] });
}
