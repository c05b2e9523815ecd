import { useQuery } from "@tanstack/react-query";

type LazyModule<Part> = {
  /** Undefined until it is loaded. */
  part: Part | undefined;
  /** Loading failed. */
  failed: boolean;
  retry: () => void;
};

/**
 * A part of a page that is fetched by itself once it is wanted, with whatever it stands on. Unlike React's own `lazy`, a part that could
 * not be fetched leaves the page as it is, which says so and tries again.
 */
export function useLazyModule<Part>(
  name: string,
  load: () => Promise<Part>,
  wanted = true,
): LazyModule<Part> {
  const { data, isError, refetch } = useQuery({
    queryKey: ["part", name],
    queryFn: load,
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // Retries once the network is back.
    structuralSharing: false,
    refetchOnReconnect: true,
  });
  return { part: data, failed: isError, retry: () => void refetch() };
}
