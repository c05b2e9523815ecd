import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useState } from "react";
import "./toast.css";

/** Duration of a toast. Field errors stay on their fields. */
export const TOAST_MS = { experience: 4_000, component: 4_000, mint: 3_000 } as const;

/** Shows a toast for a limited time; `show` restarts the timer. */
export function useToast(milliseconds: number): { text: string | undefined; show(text: string): void } {
  const [toast, setToast] = useState<{ text: string }>();
  useEffect(() => {
    if (toast === undefined) return;
    const timer = setTimeout(() => setToast(undefined), milliseconds);
    return () => clearTimeout(timer);
  }, [toast, milliseconds]);
  return { text: toast?.text, show: (text) => setToast({ text }) };
}

/** Overlays the page and disappears after a while. */
export function Toast({ text }: { text: string | undefined }) {
  return (
    <p className="passing" role="status">
      {text === undefined ? null : (
        <>
          <TriangleAlert className="i" aria-hidden="true" /> <span>{text}</span>
        </>
      )}
    </p>
  );
}
