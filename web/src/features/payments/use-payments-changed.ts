import { useQueryClient } from "@tanstack/react-query";
import { getPayments } from "@wrapsody/shared/payments.ts";

/** Returns a function that invalidates the payments. */
export function usePaymentsChanged(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: [`${getPayments.method} ${getPayments.path}`] });
}
