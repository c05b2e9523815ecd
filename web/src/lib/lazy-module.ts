import { useQuery } from "@tanstack/react-query";

type LazyModule<Part> = {
  /** Undefined until it is loaded. */
  part: Part | undefined;
  /** Loading failed. */
  failed: boolean;
  retry: () => void;
};

/** Describes a part of a page, for loaders that fetch it ahead. */
export const lazyModule = <Part>(name: string, load: () => Promise<Part>) => ({
  queryKey: ["part", name],
  queryFn: load,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * Loads a part of a page as its own chunk once it is needed. Unlike React's `lazy`, a failed load keeps the page, which
 * shows the error and retries.
 */
export const useLazyModule = import.meta.env.SSR ? notLoaded : useModule;

function useModule<Part>(name: string, load: () => Promise<Part>, enabled = true): LazyModule<Part> {
  const { data, isError, refetch } = useQuery({
    ...lazyModule(name, load),
    enabled,
    // Retries once the network is back.
    structuralSharing: false,
    refetchOnReconnect: true,
  });
  return { part: data, failed: isError, retry: () => void refetch() };
}

/** The server loads no parts; a query for each button would only cost time. */
function notLoaded<Part>(_name: string, _load: () => Promise<Part>, _enabled?: boolean): LazyModule<Part> {
  return { part: undefined, failed: false, retry: () => undefined };
}
