import type { Image } from "@wrapsody/shared/api/media.ts";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Mark } from "../graphics/shapes.tsx";
import { ambientStyle } from "../pictures/ambient.ts";
import { Picture } from "../pictures/picture.tsx";
import "./embed-frame.css";

type EmbedFrameProps = {
  image: Image | null;
  name: string;
  by: ReactNode;
  /** Of the page that the frame is about. It opens in a window of its own. */
  path: string;
  className?: string;
  /** Stands before the name. */
  lead?: ReactNode;
  children: ReactNode;
  /** Stands below picture and texts. */
  below?: ReactNode;
};

/** A page that other sites frame: picture, name, and a link to the page of this site. */
export function EmbedFrame({ image, name, by, path, className, lead, children, below }: EmbedFrameProps) {
  const { t } = useTranslation();
  return (
    <main
      className={className === undefined ? "embed amb" : `embed amb ${className}`}
      style={ambientStyle(image)}
    >
      <Picture image={image} alt="" sizes="216px" priority />
      <div className="embed-in">
        <div className="embed-top">
          {lead}
          <div className="embed-who">
            <h1>{name}</h1>
            <p className="small">{by}</p>
          </div>
          <a
            className="embed-out"
            href={path}
            target="_blank"
            rel="noreferrer"
            aria-label={t("wrap.embedOpen", { name })}
          >
            <Mark /> <ArrowUpRight className="i" aria-hidden />
          </a>
        </div>
        {children}
      </div>
      {below}
    </main>
  );
}

/** Stands in a frame whose subject is not public. */
export function EmbedMissing({ text }: { text: string }) {
  return (
    <main className="embed embed-missing">
      <p className="b">{text}</p>
    </main>
  );
}
