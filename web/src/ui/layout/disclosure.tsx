import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";

/** The button that expands and collapses the element `id`. */
export function DisclosureButton({
  id,
  open,
  label,
  className = "btn s",
  onToggle,
}: {
  id: string;
  open: boolean;
  label: string;
  className?: string;
  onToggle: (open: boolean) => void;
}) {
  const Sign = open ? Minus : Plus;
  return (
    <button
      type="button"
      className={className}
      aria-expanded={open}
      aria-controls={id}
      onClick={() => onToggle(!open)}
    >
      {label} <Sign className="i" aria-hidden />
    </button>
  );
}
