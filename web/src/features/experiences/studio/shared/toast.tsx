import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useState } from "react";
import "./toast.css";

/** Milliseconds for which it is said that something was refused. What is wrong stays where it is: on its field. */
export const TOAST_MS = { experience: 4_000, component: 4_000, mint: 3_000 } as const;

/** What was refused, said for so long, however often; `say` begins anew. */
export function useToast(milliseconds: number): { text: string | undefined; show(text: string): void } {
  const [toast, setToast] = useState<{ text: string }>();
  useEffect(() => {
    if (toast === undefined) return;
    const timer = setTimeout(() => setToast(undefined), milliseconds);
    return () => clearTimeout(timer);
  }, [toast, milliseconds]);
  return { text: toast?.text, show: (text) => setToast({ text }) };
}

/** Above everything else, and gone again by itself. */
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
