import type { Component } from "@wrapsody/shared/experiences.ts";
import QrCode from "lucide-react/icons/qr-code";
import UserRound from "lucide-react/icons/user-round";
import { Picture } from "../../../ui/pictures/picture.tsx";

/** The image of a component. QR codes and photos differ per participant, so a placeholder stands for them. */
export function PartPicture({ part }: { part: Component }) {
  if (part.component_type === "QR_CODE") {
    const colours = {
      ...(part.fg_color === null ? {} : { color: part.fg_color }),
      ...(part.bg_color === null ? {} : { backgroundColor: part.bg_color }),
    };
    return (
      <span className="part-drawn qr" style={colours} aria-hidden="true">
        <QrCode className="i" />
      </span>
    );
  }
  if (part.component_type === "PRESELECTED") {
    return (
      <span className="part-drawn" aria-hidden="true">
        <UserRound className="i" />
      </span>
    );
  }
  return <Picture image={part.image} alt="" sizes="160px" />;
}
